import { WrongShape } from './reading.ts';

// The host on the other side of the frame: JSON-RPC by messages (SEP-1865, 2026-01-26).

export interface ToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** What the host says of the place that the view stands in; any of it may be missing. */
export interface Surroundings {
  theme?: string;
  styles?: { variables?: Record<string, string | undefined>; css?: { fonts?: string } };
  locale?: string;
  timeZone?: string;
  safeAreaInsets?: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  displayMode?: string;
  availableDisplayModes?: string[];
}

/** What the host lets a view do. */
export interface Allowed {
  serverTools?: object;
  serverResources?: object;
  updateModelContext?: object;
  openLinks?: object;
}

export interface Listener {
  /** The arguments of the call whose result is shown. */
  input(args: Record<string, unknown>): void;
  result(result: ToolResult): void;
  cancelled(): void;
  surroundings(changed: Surroundings): void;
}

export interface Host {
  can: Allowed;
  surroundings: Surroundings;
  /** Sends a request; throws RequestFailed. */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

/** The host refused a request; the code is that of JSON-RPC. */
export class RequestFailed extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export const METHOD_NOT_FOUND = -32601;

interface Message {
  jsonrpc?: unknown;
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code?: number; message?: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: RequestFailed): void;
}

/** Shakes hands with the host. */
export async function connect(listener: Listener): Promise<Host> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify = (method: string, params: object) => send({ method, params });
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });

  addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params = {}, result, error } = data;
    if (method !== undefined) {
      if (id === undefined) tell(listener, method, params);
      else if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} });
      else send({ id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
      return;
    }
    const asked = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (error) asked?.reject(new RequestFailed(error.code ?? 0, error.message ?? ''));
    else asked?.resolve(result);
  });

  const greeting = (await request('ui/initialize', {
    appInfo: { name: 'kith', version: '1' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  })) as { hostCapabilities?: Allowed; hostContext?: Surroundings };
  const host = { can: greeting.hostCapabilities ?? {}, surroundings: greeting.hostContext ?? {}, request, notify };
  listener.surroundings(host.surroundings);
  notify('ui/notifications/initialized', {});
  return host;
}

function tell(listener: Listener, method: string, params: Record<string, unknown>): void {
  if (method === 'ui/notifications/tool-result') listener.result(params);
  else if (method === 'ui/notifications/tool-input')
    listener.input((params.arguments ?? {}) as Record<string, unknown>);
  else if (method === 'ui/notifications/tool-cancelled') listener.cancelled();
  else if (method === 'ui/notifications/host-context-changed') listener.surroundings(params);
}

/** The words of a result that is an error, in kith's own form: code, message and hint. */
export function errorIn({ isError, content }: ToolResult): string | undefined {
  if (!isError) return undefined;
  const first = Array.isArray(content) ? (content[0] as { text?: unknown }) : undefined;
  try {
    const { error } = JSON.parse(String(first?.text)) as { error: { message: string; hint?: string } };
    return [error.message, error.hint].filter(Boolean).join(' ');
  } catch {
    throw new WrongShape();
  }
}
