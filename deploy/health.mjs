// Whether the kith of this container answers. One that speaks MCP over stdio listens to no port: it is well while it runs.
import { readFileSync } from 'node:fs';

const args = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
const usual = { serve: '8334', http: '8333' }[args.find((one) => one === 'serve' || one === 'http')];
const named =
  args.find((_, index) => args[index - 1] === '--port') ??
  args.find((one) => one.startsWith('--port='))?.slice('--port='.length);
if (usual) {
  const { ok } = await fetch(`http://127.0.0.1:${named ?? usual}/ready`).catch(() => ({ ok: false }));
  process.exitCode = ok ? 0 : 1;
}
