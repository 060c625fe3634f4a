import { isDependencyLost } from '@latchkey/database';
import { createApp, serve } from '@latchkey/http-server';
import { createLogger, exitOnBadConfig, findPasswordlessWarning, readListeners } from '@latchkey/process';
import { loadConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { createRouteGroups } from './routes.ts';
import { service } from './service.ts';
import { startSweeper } from './sweeper.ts';

const config = exitOnBadConfig(() => loadConfig(process.env));
const logger = createLogger({ service: service.name, level: config.LOG_LEVEL });
const warning = findPasswordlessWarning(config);
if (warning !== undefined) logger.warn(warning);
const { context, metrics, health, close } = await createContext(config, { logger });
const app = createApp({
  service,
  context,
  groups: createRouteGroups(config.HEADER_AUTH),
  logger,
  health,
  metrics,
  isDependencyLost,
  trustProxy: config.TRUST_PROXY,
  corsOrigins: config.CORS_ORIGINS,
  bodyBytesInFlight: config.BODY_BYTES_IN_FLIGHT,
  isHttps: config.DROP_URL.startsWith('https:'),
  docs: config.DOCS,
});
const stopSweeping = startSweeper(context.upkeep, {
  logger,
  eventRetentionDays: config.EVENT_RETENTION_DAYS,
});
await serve({ app, listeners: readListeners(config), logger, close: () => stopSweeping().then(close) });
