import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { suggestion } from '../contract/schema/arguments.ts';
import { sanitize } from '../shared/text/sanitize.ts';

/** Serves the prompts. `tools/prompts.ts` is loaded on first use. */
export function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', async () => {
    const { prompts } = await import('../../tools/prompts.ts');
    return {
      prompts: prompts.map(({ name, title, description, arguments: taken }) => ({
        name,
        title,
        description,
        arguments: taken.map((argument) => ({
          name: argument.name,
          description: argument.description,
          required: argument.required,
        })),
      })),
    };
  });
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const { prompts } = await import('../../tools/prompts.ts');
    const prompt = prompts.find((known) => known.name === name);
    if (!prompt) {
      const names = prompts.map((known) => known.name);
      throw refused(`There is no prompt ${name}${suggestion(name, names, '.')}`);
    }
    const names = prompt.arguments.map((argument) => argument.name);
    for (const unknown of Object.keys(given).filter((argument) => !names.includes(argument))) {
      throw refused(`${name} takes no argument ${unknown}${suggestion(unknown, names, '.')}`);
    }
    for (const { name: argument, required, days } of prompt.arguments) {
      const value = given[argument]?.trim() || undefined;
      if (required && value === undefined) throw refused(`${name} needs the argument ${argument}.`);
      if (days && value !== undefined && !/^([1-9]|[12]\d|3[01])$/.test(value)) {
        throw refused(`${argument} must be a whole number from 1 to 31.`);
      }
    }
    const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
    // Arguments may be pasted from elsewhere.
    const text = sanitize(prompt.text(filled));
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

const refused = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, sanitize(message));
