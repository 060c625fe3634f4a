import { isDependencyLost, startRepeating } from '@latchkey/database';
import { createApp, serve } from '@latchkey/http-server';
import { createLogger, exitOnBadConfig, findPasswordlessWarning, readListeners } from '@latchkey/process';
import { loadConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { followSigningKeys } from './follow-signing-keys.ts';
import { openSigningKeys } from './read-signing-keys.ts';
import { createRouteGroups, service } from './routes.ts';

const config = exitOnBadConfig(() => loadConfig(process.env));
const keyFile = exitOnBadConfig(() => openSigningKeys(config.SIGNING_KEYS_FILE, Date.now));
const logger = createLogger({ service: service.name, level: config.LOG_LEVEL });
const warning = findPasswordlessWarning(config);
if (warning !== undefined) logger.warn(warning);
const { context, health, metrics, purge, tidy, close } = createContext(config, {
  logger,
  signingKeys: keyFile.keys,
});
const { isHttps } = context.settings;
const { TRUST_PROXY: trustProxy, CORS_ORIGINS: corsOrigins, DOCS: docs } = config;
const groups = createRouteGroups(context);
const app = createApp({
  service,
  context,
  groups,
  logger,
  health,
  isDependencyLost,
  metrics,
  trustProxy,
  corsOrigins,
  isHttps,
  docs,
});
followSigningKeys(keyFile, logger);
const onError = (error: unknown) => logger.warn('upkeep failed', { error });
const stops = [
  startRepeating(purge, { everyMs: 3_600_000, onError }),
  startRepeating(tidy, { everyMs: 60_000, onError }),
];
await serve({
  app,
  listeners: readListeners(config),
  logger,
  close: () => Promise.all(stops.map((stop) => stop())).then(close),
});
