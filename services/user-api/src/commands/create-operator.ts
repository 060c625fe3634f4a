import { randomBytes, randomUUID } from 'node:crypto';
import { foldEmail } from '@latchkey/contracts';
import { defineCommand } from '@latchkey/database';
import { parseKeyList } from '@latchkey/secrets';
import type { Account } from '../account/account.ts';
import { makeCliClient } from '../client/make-client.ts';
import { loadOperateConfig } from '../config.ts';
import { argon2 } from '../password/argon2.ts';
import type { Database } from '../store/database.ts';
import { createFirstRecords } from '../store/first-records.ts';
import { createTextSealer } from '../totp/text-sealer.ts';
import { createTotpSecret, otpauthUrl } from '../totp/totp.ts';
import { flag, readName, text } from './read-options.ts';
import { layOut, withDatabase, type Report } from './with-database.ts';

interface RequestedOperator {
  readonly email: string;
  readonly name: string | undefined;
  readonly kind: 'admin' | 'root';
}

const passwordBytes = 18;

/** Source: contract part 5 "First operator". */
export const createOperator = defineCommand({
  name: 'operators create',
  usage: '--email ADDRESS [--name NAME] [--kind admin|root] [--json]',
  summary: `Makes an operator, and the client latchkey-cli where it is missing. Prints a one-time password, which must be
changed at the first sign-in, and a one-time-code secret. Changes nothing when the address has an account.`,
  options: { email: text, name: text, kind: text, json: flag },
  read({ email, name, kind = 'admin', json }) {
    if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
      throw new Error('--email must be an address such as ops@example.com.');
    if (kind !== 'admin' && kind !== 'root') throw new Error('--kind must be admin or root.');
    return {
      requested: { email, name: name === undefined ? undefined : readName(name), kind },
      json,
    } as const;
  },
  async run({ requested, json }, { env }) {
    const config = loadOperateConfig(env);
    return layOut(await withDatabase(config, (database) => addOperator(requested, config, database)), json);
  },
});

async function addOperator(
  { email: typed, name, kind }: RequestedOperator,
  config: ReturnType<typeof loadOperateConfig>,
  database: Database,
): Promise<Report> {
  const now = new Date();
  const [id, email] = [randomUUID(), foldEmail(typed)];
  const password = randomBytes(passwordBytes).toString('base64url');
  const secret = createTotpSecret(randomBytes);
  const sealer = createTextSealer({ keys: parseKeyList(config.SEALING_KEYS), randomBytes });
  const account: Account = {
    id,
    email,
    emailVerifiedAt: now,
    signedUpUnverified: false,
    name: name ?? email,
    kind,
    status: 'active',
    passwordHash: await argon2.hash(password),
    mustChangePassword: true,
    totpSecret: sealer.seal(secret, id),
    totpPending: null,
    tokensValidAfter: null,
    keptFamilyId: null,
    keptValidAfter: null,
  };
  const client = makeCliClient(id, [config.USER_API_URL, config.DROP_URL], now);
  const outcome = await createFirstRecords(database).addOperator(account, client);
  if (!outcome.isNew) {
    const sentence = `${email} has an account of kind ${outcome.kind} already. Nothing was changed.`;
    return { sentences: [sentence], values: {} };
  }
  return {
    sentences: [
      `${email} is an operator of kind ${kind}. The first sign-in asks for a new password.`,
      `The client latchkey-cli ${outcome.hasMadeClient ? 'was made' : 'is there already'}.`,
      'Shown once:',
    ],
    values: {
      one_time_password: password,
      one_time_code_secret: secret,
      otpauth_url: otpauthUrl(secret, email),
    },
  };
}
