import { isDependencyLost } from '@latchkey/database';
import { createApp, serve } from '@latchkey/http-server';
import { createLogger, exitOnBadConfig, findPasswordlessWarning, readListeners } from '@latchkey/process';
import { loadConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { groupRoutes, service } from './routes.ts';

const config = exitOnBadConfig(() => loadConfig(process.env));
const logger = createLogger({ service: service.name, level: config.LOG_LEVEL });
const warning = findPasswordlessWarning(config);
if (warning !== undefined) logger.warn(warning);
const { context, health, metrics, refuseDemoData, close } = await createContext(config, { logger });
// While the database is away, readiness asks again.
if (config.NODE_ENV === 'production') await refuseDemoData().catch(() => undefined);
const app = createApp({
  service,
  context,
  groups: groupRoutes({ headerAuth: config.HEADER_AUTH, legacyAuth: config.LEGACY_AUTH }),
  logger,
  health,
  metrics,
  isDependencyLost,
  trustProxy: config.TRUST_PROXY,
  corsOrigins: config.CORS_ORIGINS,
  isHttps: config.USER_API_URL.startsWith('https:'),
  docs: config.DOCS,
});
await serve({ app, listeners: readListeners(config), logger, close });
