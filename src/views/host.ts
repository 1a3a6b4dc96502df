import { WrongShape } from './reading.ts';

// The MCP client on the other side of the frame: JSON-RPC over messages (SEP-1865, 2026-01-26).

export interface ToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** The client's description of the view's environment. Any field may be missing. */
export interface Surroundings {
  theme?: string;
  styles?: { variables?: Record<string, string | undefined>; css?: { fonts?: string } };
  locale?: string;
  timeZone?: string;
  safeAreaInsets?: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  displayMode?: string;
  availableDisplayModes?: string[];
}

/** Capabilities that the client offers to views. */
export interface Allowed {
  serverTools?: object;
  serverResources?: object;
  updateModelContext?: object;
  openLinks?: object;
  message?: object;
}

export interface Listener {
  /** Passes the arguments of the call whose result is shown. */
  input(args: Record<string, unknown>): void;
  result(result: ToolResult): void;
  cancelled(): void;
  surroundings(changed: Surroundings): void;
}

export interface Host {
  can: Allowed;
  surroundings: Surroundings;
  /** Sends a request. Throws RequestFailed. */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

/** Thrown if the client rejects a request. The code is the JSON-RPC error code. */
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

/** Performs the handshake with the client. */
export async function connect(listener: Listener): Promise<Host> {
  const waiting = new Map<number, Waiting>();
  const surroundings: Surroundings = {};
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
      if (id === undefined) tell(method, params);
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
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: '2026-01-26',
  })) as { hostCapabilities?: Allowed; hostContext?: Surroundings };
  surround(greeting.hostContext ?? {});
  notify('ui/notifications/initialized', {});
  return { can: greeting.hostCapabilities ?? {}, surroundings, request, notify };

  function surround(changed: Surroundings): void {
    Object.assign(surroundings, changed);
    listener.surroundings(changed);
  }

  function tell(method: string, params: Record<string, unknown>): void {
    if (method === 'ui/notifications/tool-result') listener.result(params);
    else if (method === 'ui/notifications/tool-input')
      listener.input((params.arguments ?? {}) as Record<string, unknown>);
    else if (method === 'ui/notifications/tool-cancelled') listener.cancelled();
    else if (method === 'ui/notifications/host-context-changed') surround(params);
  }
}

/** Returns the message and hint of an error result; undefined for other results. */
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
