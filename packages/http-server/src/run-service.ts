import { setTimeout as wait } from 'node:timers/promises';
import {
  createLogger,
  exitOnBadConfig,
  findPasswordlessWarning,
  logStrayLines,
  readListeners,
  type Logger,
  type LogLevel,
} from '@latchkey/process';
import { version } from '@latchkey/process/version';
import { collectDefaultMetrics } from 'prom-client';
import { createApp, type AppSettings } from './create-app.ts';
import { readSite, type SiteConfig } from './docs/site.ts';
import { createMetrics, measureCalls, type Metrics } from './metrics.ts';
import { serve } from './serve.ts';

/** What every service is configured with. Source: contract part 0 "Every service". */
type ServiceConfig = SiteConfig &
  Parameters<typeof readListeners>[0] &
  Parameters<typeof findPasswordlessWarning>[0] & {
    readonly LOG_LEVEL: LogLevel;
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
    readonly TRUST_PROXY: number | string;
    readonly STOP_PAUSE_SECONDS: number;
    readonly CORS_ORIGINS: readonly string[];
    readonly DOCS: 'public' | 'internal' | 'off';
  };

type Parts<Context> = Pick<
  AppSettings<Context>,
  'context' | 'groups' | 'frontDoor' | 'health' | 'isHttps' | 'bodyBytesInFlight'
>;

interface StartedService<Context> extends Parts<Context> {
  /** Stops the background jobs. Resolves when what is in progress is done. */
  readonly stopJobs: () => Promise<unknown>;
  /** Closes the connections, after the last request and the last job. */
  readonly close: () => Promise<unknown>;
}

interface ServiceSettings<Config, Context> extends Pick<
  AppSettings<Context>,
  'service' | 'isDependencyLost'
> {
  /** Throws an error with a sentence for the operators when the environment does not fit. */
  readonly readConfig: () => Config;
  /** Connects, and makes what the routes work with. */
  readonly start: (
    config: Config,
    parts: { readonly logger: Logger; readonly metrics: Metrics },
  ) => Promise<StartedService<Context>>;
}

/** Runs a service from its environment until a signal stops it. */
export async function runService<Config extends ServiceConfig, Context>(
  settings: ServiceSettings<Config, Context>,
): Promise<void> {
  const { service, isDependencyLost, readConfig, start } = settings;
  const config = exitOnBadConfig(readConfig);
  const logger = createLogger({ service: service.name, level: config.LOG_LEVEL });
  logStrayLines(logger);
  const warning = findPasswordlessWarning(config);
  if (warning !== undefined) logger.warn(warning);
  const stopTracing = await traceIfAsked(config, service.name, logger);
  const metrics = createMetrics();
  // A timer every 10 ms, as is usual, costs an idle process a hundredth of a core. What it measures holds its 50 ms, which
  // the dashboard takes off.
  collectDefaultMetrics({ register: metrics.registry, eventLoopMonitoringPrecision: 50 });
  measureCalls(metrics.registry);
  // What cannot be read or reached through a variable, such as a file of keys, is a sentence that names it.
  const { stopJobs, close, ...parts } = await start(config, { logger, metrics }).catch((error: unknown) => {
    logger.debug('the start failed', { error });
    return exitOnBadConfig(() => {
      throw error;
    });
  });
  const app = createApp({
    ...parts,
    service,
    logger,
    metrics,
    isDependencyLost,
    trustProxy: config.TRUST_PROXY === 'none' ? 0 : config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    docs: config.DOCS,
    site: readSite(config),
  });
  // A wrong password of a database is logged at the start, not at the first question about readiness.
  void app.checkDependencies();
  await serve({
    app,
    listeners: readListeners(config),
    logger,
    pause: () => wait(config.STOP_PAUSE_SECONDS * 1000),
    close: () => stopJobs().then(close).then(stopTracing),
  });
}

/** OpenTelemetry is loaded only where spans are asked for: it takes 0.4 s of a start, and 15 MB. */
async function traceIfAsked(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: ServiceConfig,
  service: string,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { startTracing } = await import('@latchkey/tracing/start');
  const onError = (reason: string) => logger.warn('spans could not be sent', { reason });
  return startTracing({ service, version, endpoint, onError });
}
