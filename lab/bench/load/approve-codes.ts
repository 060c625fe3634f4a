import type { Environment } from '../../../infra/local/environment.ts';
import { loadConfig } from '../../../services/sso/src/config.ts';
import { connect } from '../../../services/sso/src/connect.ts';
import { createContext } from '../../../services/sso/src/create-context.ts';
import { createStores } from '../../../services/sso/src/create-stores.ts';
import { hashDeviceCode } from '../../../services/sso/src/device/start-device-authorization.ts';
import { openSigningKeys } from '../../../services/sso/src/read-signing-keys.ts';
import { decide } from '../../../services/sso/src/sign-in/decide.ts';
import type { Person } from './data.ts';

/** Approves codes of sso, each for one of the people. */
export interface Approver {
  approve(deviceCodes: readonly string[], people: readonly Person[]): Promise<void>;
  close(): Promise<void>;
}

const atOnce = 16;

/**
 * Approves by sso's own modules, on its Redis and PostgreSQL, what the page approves after it has checked a password: so
 * many passwords would take longer to check than the rest of the benchmark.
 */
export function createApprover(environment: Environment): Approver {
  const config = loadConfig(environment);
  const { keys } = openSigningKeys(config.SIGNING_KEYS_FILE, Date.now);
  const quiet = () => undefined;
  const logger = { debug: quiet, info: quiet, warn: quiet, error: console.error };
  const { connections, close } = connect(config, logger);
  const stores = createStores(config, connections, { logger });
  const context = createContext(config, { stores, signingKeys: keys });

  async function approveOne(deviceCode: string, { id, email }: Person): Promise<void> {
    const hash = hashDeviceCode(deviceCode);
    const nowMs = Date.now();
    await context.devices.bindAccount(hash, id, nowMs);
    const device = await context.devices.findByDeviceCodeHash(hash, nowMs);
    if (device === undefined) throw new Error('A device code that was just issued is unknown.');
    const { clientId, scope, audience } = device;
    const asked = { deviceCodeHash: hash, clientId, scope, audience };
    const proven = { amr: ['pwd'], authTime: Math.floor(nowMs / 1000), tokensValidAfterMs: 0 };
    const ticket = {
      ...asked,
      ...proven,
      sessionHash: '',
      cameFromAddress: false,
      userId: id,
      email,
      kind: 'user',
    } as const;
    const { kind } = await decide(context, device, ticket, 'approve', {
      ip: device.ip,
      browserSecret: '',
    });
    if (kind !== 'approved') throw new Error(`A device code was not approved: ${kind}`);
  }

  return {
    async approve(deviceCodes, people) {
      let next = 0;
      const work = async () => {
        for (let at = next++; at < deviceCodes.length; at = next++) {
          const [code, person] = [deviceCodes[at], people[at % people.length]];
          if (code !== undefined && person !== undefined) await approveOne(code, person);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    },
    close,
  };
}
