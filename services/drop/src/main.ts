import { isDependencyLost, measureConnections } from '@latchkey/database';
import { runService } from '@latchkey/http-server';
import { createIssuerCheck } from '@latchkey/tokens';
import { loadConfig } from './config.ts';
import { connect } from './connect.ts';
import { createContext, openKeys } from './create-context.ts';
import { createFrontDoor, createRouteGroups } from './routes.ts';
import { service } from './service.ts';
import { startUpkeep } from './start-upkeep.ts';

await runService({
  service,
  isDependencyLost,
  readConfig: () => loadConfig(process.env),
  async start(config, { logger, metrics }) {
    const { connections, health, close } = connect(config, logger);
    measureConnections(metrics.registry, connections);
    const keys = await openKeys(config);
    // Of its own: a check that fails while sso starts must not make requests wait for its next try.
    const askedKeys = await openKeys(config);
    const context = await createContext(config, { logger, metrics, connections, keys });
    const groups = createRouteGroups(config.HEADER_AUTH, context);
    return {
      context,
      groups,
      frontDoor: createFrontDoor(context, groups),
      health: { ...health, issuer: createIssuerCheck(askedKeys) },
      isHttps: config.DROP_URL.startsWith('https:'),
      bodyBytesInFlight: config.BODY_BYTES_IN_FLIGHT,
      stopJobs: startUpkeep(context, {
        logger,
        eventRetentionDays: config.EVENT_RETENTION_DAYS,
      }),
      close,
    };
  },
});
