import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { operation, operationNames } from '../src/contract/operations.ts';
import { routerPath } from '../src/service/runtime/routes.ts';

// The service's router with all of its paths, on the same adapter. Each path returns one constant.

const reply = readFileSync(process.env.FLOOR_REPLY!, 'utf8');
const headers = { 'Content-Type': 'application/json; charset=utf-8' };

const app = new Hono({ strict: false });
for (const name of operationNames) {
  const { method, path } = operation(name);
  app.on(method, routerPath(path), () => new Response(reply, { headers }));
}
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stderr.write(`listening on http://127.0.0.1:${port}\n`);
});
