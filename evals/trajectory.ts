import { readFile } from 'node:fs/promises';

/** A tool call of a model, with the size and outcome of its reply. */
export interface RecordedCall {
  tool: string;
  args: Record<string, unknown>;
  isError: boolean;
  /** Size of the reply's text in bytes. */
  bytes: number;
  /** The reply's structured content; undefined for an error. */
  reply: unknown;
}

interface Message {
  id?: number | string;
  method?: string;
  params?: { name: string; arguments?: Record<string, unknown> };
  result?: { isError?: boolean; content?: { text?: string }[]; structuredContent?: unknown };
  error?: { message: string };
}

/** The calls in a file of the recorder. */
export async function readTrajectory(file: string): Promise<RecordedCall[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const messages = text
    .split('\n')
    .filter(Boolean)
    .map((line): Message => JSON.parse(line));
  const replies = new Map(messages.filter(({ method }) => !method).map((reply) => [reply.id, reply]));
  return messages
    .filter(({ method }) => method === 'tools/call')
    .map(({ id, params }) => {
      const { result, error } = replies.get(id) ?? {};
      const texts = (result?.content ?? []).map((part) => part.text ?? '');
      return {
        tool: params!.name,
        args: params!.arguments ?? {},
        isError: !!error || !!result?.isError,
        bytes: Buffer.byteLength(texts.join('') + (error?.message ?? '')),
        reply: result?.structuredContent,
      };
    });
}

/** The operation of a call; in catalogue mode, the one inside it. Undefined for a search of operations. */
export function operationOf({ tool, args }: RecordedCall): string | undefined {
  if (tool === 'search_operations') return undefined;
  return tool === 'read_operation' || tool === 'write_operation' ? String(args.operation) : tool;
}
