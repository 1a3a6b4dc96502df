import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectModern } from '../support/mcp.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import type { Json } from '../support/people.ts';
import { startHttp } from '../support/service.ts';

// Operational data: log lines, and traces and metrics at a collector. None of it contains user content.

const SECRET = 'Hermione-Marker';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

/** A local collector that stores what it receives. */
async function startCollector(): Promise<{ server: Server; url: string; received: Map<string, string> }> {
  const received = new Map<string, string>();
  const server = createServer(async (request, response) => {
    received.set(request.url!, (received.get(request.url!) ?? '') + (await text(request)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let log: string;
beforeAll(async () => {
  collector = await startCollector();
  const http = await startHttp({ ...GIVES_NOTHING_UP, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const client = await connectModern({ url: http.url, headers: { traceparent: TRACEPARENT } });
  const { contact } = (await client.call('create_contact', { full_name: SECRET })).structuredContent;
  await client.read(`kith://contacts/${SECRET.toLowerCase()}.${contact.id}`);
  await client.call('get_contact', { contactId: `${SECRET} Unknown` });
  await client.call(SECRET.toLowerCase().replace('-', '_')).catch(() => {});
  await client.prompt('prepare_meeting', { with: SECRET });
  await client.close();
  await http.stop();
  log = http.log();
});
afterAll(() => void collector.server.close());

test('logs a line for each request, with its outcome', () => {
  const lines: Json[] = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.map(({ method, name, error }) => [method, name, error])).toEqual([
    ['tools/call', 'create_contact', undefined],
    ['resources/read', 'contact', undefined],
    ['tools/call', 'get_contact', 'NotFound'],
    ['tools/call', undefined, '-32602'],
    ['prompts/get', 'prepare_meeting', undefined],
  ]);
  for (const { ms, bytes, era } of requests) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(bytes).toBeTypeOf('number');
    expect(era).toBe('modern');
  }
});

test("adds the tool, the error, and the caller's trace to spans", () => {
  const { resourceSpans } = JSON.parse(collector.received.get('/v1/traces')!);
  const spans: Json[] = resourceSpans.flatMap(({ scopeSpans }: Json) => scopeSpans.flatMap(({ spans }: Json) => spans));
  const refused = spans.find(({ name }) => name === 'tools/call get_contact')!;
  expect(refused.traceId).toBe(TRACE);
  expect(refused.parentSpanId).toBe('b7ad6b7169203331');
  const attributes = Object.fromEntries(
    refused.attributes.map(({ key, value }: Json) => [key, Object.values(value)[0]]),
  );
  expect(attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'get_contact',
    'network.transport': 'tcp',
    'error.type': 'NotFound',
  });
});

test('counts calls, failures, times, and tokens by tool', () => {
  const { resourceMetrics } = JSON.parse(collector.received.get('/v1/metrics')!);
  const metrics: Json[] = resourceMetrics.flatMap(({ scopeMetrics }: Json) =>
    scopeMetrics.flatMap(({ metrics }: Json) => metrics),
  );
  expect(metrics.map(({ name }) => name)).toEqual(['mcp.server.operation.duration', 'kith.reply.tokens']);
  for (const { histogram } of metrics) {
    const counts = histogram.dataPoints.reduce((sum: number, { count }: Json) => sum + Number(count), 0);
    expect(counts).toBe(5);
  }
});

test('keeps user content out of logs, spans, and metrics', () => {
  for (const told of [log, ...collector.received.values()]) {
    expect(told.toLowerCase()).not.toContain('hermione');
  }
});
