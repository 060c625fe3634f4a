import { exitOnBadConfig } from '@latchkey/config';
import { createApp, serve } from '@latchkey/http-server';
import { createLogger } from '@latchkey/logger';
import { loadSsoConfig } from './config.ts';
import { createContext } from './create-context.ts';
import { readSigningKeys } from './read-signing-keys.ts';
import { createRouteGroups } from './routes.ts';
import { service } from './service.ts';

const config = exitOnBadConfig(() => loadSsoConfig(process.env));
const signingKeys = exitOnBadConfig(() => readSigningKeys(config.SIGNING_KEYS_FILE, Date.now));
const logger = createLogger({ service: service.name, level: config.LOG_LEVEL });
const { context, health, close } = createContext(config, signingKeys, logger);
const app = createApp({
  service,
  context,
  groups: createRouteGroups(context),
  logger,
  health,
  trustProxy: config.TRUST_PROXY,
  corsOrigins: config.CORS_ORIGINS,
  isHttps: context.settings.isHttps,
});
await serve({ app, port: config.PORT, logger, close });
