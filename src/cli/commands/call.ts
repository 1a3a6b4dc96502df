import { toolNames } from '../../contract/operations.ts';
import { suggestion } from '../../contract/schema/arguments.ts';
import { callTool } from '../../mcp/tools/call-tool.ts';
import { sayJson } from '../../process/print.ts';
import { openClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { decodeFile } from '../../shared/text/charset.ts';
import { readInput } from '../input/files.ts';

/**
 * `kith call TOOL [JSON]`, or `-` for JSON on standard input: prints the response that an assistant would get. Returns
 * exit code 1 if the tool fails.
 */
export async function runCall(name: string, json: string): Promise<number> {
  if (!(toolNames as string[]).includes(name)) {
    throw new KithError('NotFound', `There is no tool "${name}"${suggestion(name, toolNames, '.')}`, {
      hint: 'List them with kith tools.',
    });
  }
  const args = readArguments(json === '-' ? decodeFile(await readInput(json)) : json);
  const { client, webOrigin, close } = await openClient();
  try {
    const result = await callTool(async () => client, { name, args, webOrigin });
    const shown = result.structuredContent ?? JSON.parse(result.content[0]!.text);
    await sayJson(shown);
    return result.isError ? 1 : 0;
  } finally {
    await close();
  }
}

function readArguments(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Rejected below, like JSON that is not an object.
  }
  throw new KithError('BadRequest', 'The arguments must be a JSON object.', {
    hint: `For example: kith call list_contacts '{"searchQuery":"ada"}'`,
  });
}
