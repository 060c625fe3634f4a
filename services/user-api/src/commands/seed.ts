import { randomBytes, randomUUID } from 'node:crypto';
import { defineCommand } from '@latchkey/database';
import { hashSecret, parseKeyList } from '@latchkey/secrets';
import { loadSeedConfig } from '../config.ts';
import { argon2 } from '../signing-in/password/argon2.ts';
import { createTextSealer } from '../signing-in/totp/text-sealer.ts';
import { seedDemo } from '../store/commands/seed-demo.ts';
import { withDatabase } from './with-database.ts';

/** Source: contract part 4 "Demo data". */
export const seed = defineCommand({
  name: 'seed',
  summary: 'Writes the demo data into a database without accounts.',
  details: 'Needs SEED_DEMO_DATA=yes; production refuses it.',
  async run(_input, { env }) {
    const config = loadSeedConfig(env);
    const sealer = createTextSealer({ keys: parseKeyList(config.SEALING_KEYS), randomBytes });
    const outcome = await withDatabase(config, (database) =>
      seedDemo(database, {
        now: new Date(),
        newId: () => randomUUID(),
        hashPassword: (password) => argon2.hash(password),
        hashSecret: (secret) => hashSecret(secret),
        seal: (text, owner) => sealer.seal(text, owner),
        services: [config.USER_API_URL, config.DROP_URL],
      }),
    );
    if (outcome === 'foreign')
      throw new Error('the database holds accounts that are not of the demo. Nothing was written.');
    return outcome === 'written'
      ? 'Demo data is in place.\n'
      : 'Demo accounts are there already; their clients work at the addresses of this stack.\n';
  },
});
