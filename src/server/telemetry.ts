import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { BYTES_PER_TOKEN, type ObservedCall, type Observer } from '../mcp/observe.ts';
import { version } from '../process/environment.ts';

// Traces and metrics over OTLP (HTTP, JSON), with the names of MCP's semantic conventions. Loaded only if an exporter
// is set. OpenTelemetry's own variables set the endpoint, headers, intervals, and sampling.

/** Part of the shutdown time reserved for sending data. */
const FLUSH_MS = 300;

export interface Telemetry {
  observers: Observer[];
  /** Sends the remaining data, within the time of a shutdown. */
  close(): Promise<void>;
}

export function startTelemetry(exports: (signal: 'TRACES' | 'METRICS') => boolean): Telemetry {
  const own = resourceFromAttributes({
    'service.name': process.env.OTEL_SERVICE_NAME ?? 'kith',
    'service.version': version,
  });
  const resource = defaultResource().merge(own);
  const traces = exports('TRACES')
    ? new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] })
    : undefined;
  const metrics = exports('METRICS')
    ? new MeterProvider({
        resource,
        readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
      })
    : undefined;
  // The exporters have already read these secrets, and a crash report must not contain them.
  for (const name of Object.keys(process.env)) if (/^OTEL_.*_HEADERS$/.test(name)) delete process.env[name];
  return {
    observers: [
      ...(traces ? [traceWith(traces.getTracer('kith', version))] : []),
      ...(metrics ? [measureWith(metrics)] : []),
    ],
    async close() {
      // An unreachable collector loses the data, but does not delay the shutdown.
      const sent = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
    },
  };
}

function attributesOf({ method, name, era, transport }: ObservedCall) {
  return {
    'mcp.method.name': method,
    ...(method === 'tools/call' && {
      'gen_ai.operation.name': 'execute_tool',
      ...(name && { 'gen_ai.tool.name': name }),
    }),
    ...(method === 'prompts/get' && name && { 'gen_ai.prompt.name': name }),
    ...(method === 'resources/read' && name && { 'kith.resource.kind': name }),
    'kith.protocol.era': era,
    'network.transport': transport === 'stdio' ? 'pipe' : 'tcp',
  };
}

const traceWith =
  (tracer: Tracer): Observer =>
  (call) => {
    const name = call.name ? `${call.method} ${call.name}` : call.method;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: attributesOf(call) }, parentOf(call));
    return ({ bytes, error }) => {
      span.setAttribute('kith.reply.bytes', bytes);
      if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  };

/** The caller's span from W3C trace context (traceparent: version, trace, span, flags). */
function parentOf({ traceparent }: ObservedCall) {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '');
  if (!match) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = match;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceId!,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16),
    isRemote: true,
  });
}

function measureWith(provider: MeterProvider): Observer {
  const meter = provider.getMeter('kith', version);
  // Its counts are the calls and the failures, by tool and by error.type.
  const duration = meter.createHistogram('mcp.server.operation.duration', {
    unit: 's',
    description: 'Request duration',
    advice: { explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  });
  const tokens = meter.createHistogram('kith.reply.tokens', {
    unit: '{token}',
    description: 'Estimated tokens of a reply, from the size of its text',
    advice: { explicitBucketBoundaries: [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000] },
  });
  return (call) => {
    const attributes = attributesOf(call);
    return ({ ms, textBytes, error }) => {
      const outcome = { ...attributes, ...(error && { 'error.type': error }) };
      duration.record(ms / 1_000, outcome);
      tokens.record(Math.round(textBytes / BYTES_PER_TOKEN), outcome);
    };
  };
}
