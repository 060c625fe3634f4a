import { randomBytes, randomUUID } from 'node:crypto';
import { exitOnBadConfig } from '@latchkey/process';
import { hashSecret, parseKeyList } from '@latchkey/secrets';
import { loadSeedConfig } from './config.ts';
import { argon2 } from './password/argon2.ts';
import { createDatabase } from './store/database.ts';
import { seedDemo } from './store/seed-demo.ts';
import { createTextSealer } from './totp/text-sealer.ts';

/** Writes the demo data of contract part 4 into an empty database. Production refuses its secrets. */
const config = exitOnBadConfig(() => loadSeedConfig(process.env));
const database = createDatabase(config.DATABASE_URL);
const sealer = createTextSealer({ keys: parseKeyList(config.SEALING_KEYS), randomBytes });
const outcome = await seedDemo(database, {
  now: new Date(),
  newId: () => randomUUID(),
  hashPassword: (password) => argon2.hash(password),
  hashSecret: (secret) => hashSecret(secret),
  seal: (text, owner) => sealer.seal(text, owner),
  services: [config.USER_API_URL, config.DROP_URL],
});
await database.close();
if (outcome === 'foreign') {
  process.stderr.write('The database holds accounts that are not of the demo. Nothing was written.\n');
  process.exitCode = 1;
} else
  process.stdout.write(
    outcome === 'written'
      ? 'Demo data is in place.\n'
      : 'Demo accounts are there already. Nothing was changed.\n',
  );
