import { randomBytes } from 'node:crypto';
import { exitOnBadConfig } from '@latchkey/process';
import { parseKeyList } from '@latchkey/secrets';
import { loadResealConfig } from './config.ts';
import { createAccountStore } from './store/account-store.ts';
import { createDatabase } from './store/database.ts';
import { resealAll } from './totp/reseal-all.ts';
import { createTextSealer } from './totp/text-sealer.ts';

/** Seals every secret with the newest key. When it ends with 0, SEALING_KEYS needs no older one. */
const config = exitOnBadConfig(() => loadResealConfig(process.env));
const keys = parseKeyList(config.SEALING_KEYS);
const database = createDatabase(config.DATABASE_URL);
const secrets = createTextSealer({ keys, randomBytes });
const accounts = createAccountStore(database);
const onUnreadable = (userId: string) => {
  process.stderr.write(`No key of SEALING_KEYS opens the one-time-code secret of the account ${userId}.\n`);
  process.exitCode = 1;
};
try {
  const count = await resealAll({ secrets, accounts, onUnreadable }, keys[0].kid);
  process.stdout.write(`${count} secrets are sealed anew with the key ${keys[0].kid}.\n`);
} finally {
  await database.close();
}
