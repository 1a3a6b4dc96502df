import type { Observer } from '../mcp/observe.ts';
import { environment } from '../process/environment.ts';
import { textIn } from '../settings.ts';

export interface Observation {
  observer: Observer;
  /** Sends what is still to be sent; takes no longer than a shutdown may. */
  close(): Promise<void>;
}

/**
 * Observes requests as the settings say: lines in the log, and traces and metrics where an exporter is set. Undefined,
 * at no cost, when they ask for none of it. A server logs each request at `info`; over stdio, where the host shows
 * stderr to a person, at `debug`.
 */
export async function observation(transport: 'stdio' | 'http'): Promise<Observation | undefined> {
  const level = transport === 'stdio' ? 'debug' : 'info';
  // The logger refuses a wrong level when it has something to say; an assistant starts nevertheless.
  const isLogged = ['trace', 'debug', level].includes(textIn(environment, 'KITH_LOG_LEVEL') ?? 'info');
  const isExported = exports('TRACES') || exports('METRICS');
  if (!isLogged && !isExported) return undefined;
  const telemetry = isExported ? (await import('./telemetry.ts')).startTelemetry(exports) : undefined;
  const observers = [
    ...(isLogged ? [(await import('./composition/log.ts')).logRequests(level)] : []),
    ...(telemetry?.observers ?? []),
  ];
  return {
    observer: (call) => {
      const ends = observers.map((observer) => observer(call));
      return (outcome) => {
        for (const end of ends) end(outcome);
      };
    },
    close: async () => telemetry?.close(),
  };
}

/** Whether traces or metrics go anywhere, in the terms of OpenTelemetry's own environment variables. */
function exports(signal: 'TRACES' | 'METRICS'): boolean {
  const { env } = process;
  if (env.OTEL_SDK_DISABLED === 'true' || env[`OTEL_${signal}_EXPORTER`] === 'none') return false;
  return !!(env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
}
