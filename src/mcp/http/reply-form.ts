// The SDK refuses a POST that does not accept both JSON and event streams. Many clients send less: `*/*`, only JSON, or
// nothing. They get JSON, which every client reads.

const BOTH = 'application/json, text/event-stream';

/** A request's headers, as the SDK requires them. */
export function acceptingBoth(headers: Headers): Headers {
  const all = new Headers(headers);
  all.set('accept', BOTH);
  return all;
}

/** Whether a client reads event streams. Such a client has to name them. */
export function readsStreams(headers: Headers): boolean {
  const ranges = (headers.get('accept') ?? '').toLowerCase().split(',');
  return ranges.some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    return (type === 'text/event-stream' || type === 'text/*') && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}

/** Converts an event stream to one JSON body without progress notifications. Other responses are unchanged. */
export async function asJson(response: Response, isBatch: boolean): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  const answers = lines
    .map((line) => JSON.parse(line.slice('data: '.length)))
    .filter((message) => !('method' in message));
  const headers = new Headers(response.headers);
  for (const name of ['content-type', 'connection', 'x-accel-buffering']) headers.delete(name);
  return Response.json(isBatch ? answers : answers[0], { status: response.status, headers });
}
