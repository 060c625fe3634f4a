import { randomBytes } from 'node:crypto';
import { defineCommand } from '@latchkey/database';
import { parseKeyList } from '@latchkey/secrets';
import { loadResealConfig } from '../config.ts';
import { resealSignals } from '../people/signals/reseal-signals.ts';
import { resealAll } from '../signing-in/totp/reseal-all.ts';
import { createTextSealer } from '../signing-in/totp/text-sealer.ts';
import { createAccountStore } from '../store/accounts/account-store.ts';
import { createSubscriptionStore } from '../store/people/subscription-store.ts';
import { withDatabase } from './with-database.ts';

export const resealSecrets = defineCommand({
  name: 'secrets reseal',
  summary: 'Opens every sealed secret, and seals it with the first key of SEALING_KEYS.',
  details:
    'When it ends with 0, no older key is needed. Names each account and each subscription to signals whose secret no key opens, and ends with 1 then.',
  async run(_input, { env, print, complain }) {
    const config = loadResealConfig(env);
    const keys = parseKeyList(config.SEALING_KEYS);
    const secrets = createTextSealer({ keys, randomBytes });
    const unreadable: string[] = [];
    const complainOf = (what: string) => (id: string) => {
      unreadable.push(id);
      complain(`No key of SEALING_KEYS opens the ${what} ${id}.\n`);
    };
    const count = await withDatabase(config, async (database) => {
      const [accounts, subscriptions] = [createAccountStore(database), createSubscriptionStore(database)];
      const onUnreadable = complainOf('one-time-code secret of the account');
      const ofSignals = { secrets, subscriptions, onUnreadable: complainOf('secret of the subscription') };
      return (await resealAll({ secrets, accounts, onUnreadable })) + (await resealSignals(ofSignals));
    });
    await print(`${count} secrets were sealed again. All that a key opens are sealed with ${keys[0].kid}.\n`);
    if (unreadable.length > 0) throw new Error(`${unreadable.length} secrets stay as they are.`);
    return '';
  },
});
