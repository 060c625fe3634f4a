import { isDependencyLost, measureConnections } from '@latchkey/database';
import { runService } from '@latchkey/http-server';
import { readTheme } from '@latchkey/pages';
import { createIssuerCheck } from '@latchkey/tokens';
import { loadConfig } from './config.ts';
import { connect } from './connect.ts';
import { createContext, createPasswordsOf, openKeys } from './create-context.ts';
import { createStores } from './create-stores.ts';
import { createMeasures } from './measures.ts';
import { groupRoutes } from './routes.ts';
import { service } from './service.ts';
import { startSender } from './start-sender.ts';
import { startSignals } from './start-signals.ts';
import { startUpkeep } from './upkeep.ts';

await runService({
  service,
  isDependencyLost,
  readConfig: () => loadConfig(process.env),
  async start(config, { logger, metrics }) {
    const theme = readTheme(config.THEME_FILE);
    const { connections, delays, refuseDemoData, health, close } = connect(config, logger);
    const stores = createStores(connections, logger);
    const [keys, passwords] = [await openKeys(config), await createPasswordsOf(config, theme, metrics)];
    // Of its own: a check that fails while sso starts must not make requests wait for its next try.
    const askedKeys = await openKeys(config);
    const context = createContext(config, { logger, metrics, stores, keys, passwords, theme });
    const { database } = connections;
    measureConnections(metrics.registry, { ...connections, pool: database.pool });
    const measures = createMeasures(metrics, delays);
    const stopUpkeep = startUpkeep(database, { now: Date.now, logger, measures });
    const stopSender = startSender(config, { database, context, logger, metrics });
    const stopSignals = startSignals(config, { database, context, logger, metrics });
    // While the database is down, readiness asks again.
    const notAsked = (error: unknown) => logger.warn('demo data could not be looked for', { error });
    if (config.NODE_ENV === 'production') await refuseDemoData().catch(notAsked);
    return {
      context,
      groups: groupRoutes({ headerAuth: config.HEADER_AUTH, legacyAuth: config.LEGACY_AUTH }),
      health: { ...health, issuer: createIssuerCheck(askedKeys) },
      isHttps: config.USER_API_URL.startsWith('https:'),
      stopJobs: () => Promise.all([stopUpkeep(), stopSender(), stopSignals()]),
      close,
    };
  },
});
