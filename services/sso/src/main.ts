import { isDependencyLost, measureConnections } from '@latchkey/database';
import { runService } from '@latchkey/http-server';
import { loadConfig } from './config.ts';
import { connect } from './connect.ts';
import { createContext } from './create-context.ts';
import { createStores } from './create-stores.ts';
import { followSigningKeys } from './follow-signing-keys.ts';
import { createMeasures, measureStores } from './measures.ts';
import { openSigningKeys } from './read-signing-keys.ts';
import { createFrontDoor, createRouteGroups, service } from './routes.ts';
import { startUpkeep } from './start-upkeep.ts';

await runService({
  service,
  isDependencyLost,
  readConfig: () => loadConfig(process.env),
  async start(config, { logger, metrics }) {
    const keyFile = openSigningKeys(config.SIGNING_KEYS_FILE, Date.now);
    followSigningKeys(keyFile, logger);
    const { connections, asked, health, close } = connect(config, logger);
    const { database } = connections;
    measureConnections(metrics.registry, connections);
    const findKeyAge = () => (Date.now() - keyFile.keys.activeSince()) / 1000;
    const measures = createMeasures(metrics.registry, { ...asked, findKeyAge });
    const stores = measureStores(createStores(config, connections, { logger }), measures);
    const { countSignIn } = measures;
    const context = createContext(config, {
      stores,
      signingKeys: keyFile.keys,
      overrides: { countSignIn },
    });
    const groups = createRouteGroups(context);
    return {
      context,
      groups,
      frontDoor: createFrontDoor(context.settings, groups),
      health,
      isHttps: context.settings.isHttps,
      stopJobs: startUpkeep(config, { database, context, logger, count: measures.upkeep }),
      close,
    };
  },
});
