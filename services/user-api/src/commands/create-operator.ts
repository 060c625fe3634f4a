import { randomBytes, randomUUID } from 'node:crypto';
import { defineCommand, NotDone } from '@latchkey/database';
import { readTheme } from '@latchkey/pages';
import { parseKeyList } from '@latchkey/secrets';
import type { Account } from '../accounts/account.ts';
import { makeCliClient } from '../clients/make-client.ts';
import { loadOperateConfig } from '../config.ts';
import { argon2 } from '../signing-in/password/argon2.ts';
import { createFirstPassword } from '../signing-in/password/first-password.ts';
import { createTextSealer } from '../signing-in/totp/text-sealer.ts';
import { createTotpSecret, otpauthUrl } from '../signing-in/totp/totp.ts';
import { createOperatorRecords, type FoundAccount } from '../store/commands/operator-records.ts';
import type { Database } from '../store/database.ts';
import { emailOption, readEmail, readName } from './read-options.ts';
import { readSecretPlace, secretOptions, showSecrets } from './show-secrets.ts';
import { withDatabase, type Report } from './with-database.ts';

interface RequestedOperator {
  readonly email: string;
  readonly name: string | undefined;
  readonly kind: 'admin' | 'root';
}

/** Source: contract part 5 "First operator". */
export const createOperator = defineCommand({
  name: 'operators create',
  summary: 'Makes an operator, and the client latchkey-cli where it is missing.',
  details: `Shows a one-time password, which must be changed within 7 days, and a one-time-code secret. An account that signed up without a proof of the address is replaced. For any other account nothing changes: it ends with 0 when that is an active operator, else with 3.`,
  options: {
    ...emailOption,
    name: { type: 'text', summary: 'The name; the address unless given.' },
    kind: {
      type: 'text',
      choices: ['admin', 'root'],
      summary: 'What the operator may do; admin unless given.',
    },
    ...secretOptions,
  },
  async run({ email, name, kind = 'admin', ...values }, shell) {
    const requested = {
      email: readEmail(email),
      name: name === undefined ? undefined : readName(name),
      kind,
    };
    const place = readSecretPlace(values);
    const config = loadOperateConfig(shell.env);
    const add = (database: Database) => addOperator(requested, config, database);
    return showSecrets(place, shell, () => withDatabase(config, add));
  },
});

async function addOperator(
  { email, name, kind }: RequestedOperator,
  config: ReturnType<typeof loadOperateConfig>,
  database: Database,
): Promise<Report> {
  const now = new Date();
  const id = randomUUID();
  const { password, until: firstPasswordUntil } = createFirstPassword({ now: Date.now, randomBytes });
  const secret = createTotpSecret(randomBytes);
  const sealer = createTextSealer({ keys: parseKeyList(config.SEALING_KEYS), randomBytes });
  const account: Account = {
    id,
    email,
    emailVerifiedAt: now,
    name: name ?? email,
    kind,
    status: 'active',
    locale: null,
    passwordHash: await argon2.hash(password),
    firstPasswordUntil,
    totpSecret: sealer.seal(secret, id),
    totpPending: null,
    tokensValidAfter: null,
    keptFamilyId: null,
    keptValidAfter: null,
    deviceSignIn: true,
  };
  const client = makeCliClient([config.USER_API_URL, config.DROP_URL], now);
  const outcome = await createOperatorRecords(database).add(account, client);
  if (outcome.found !== undefined) {
    assertOperator(email, outcome.found);
    return { sentences: [`${email} is an operator already. Nothing was changed.`], values: {} };
  }
  return {
    sentences: [
      ...(outcome.hasRetired ? [`An account that signed up as ${email} without a proof was retired.`] : []),
      `${email} is an operator of kind ${kind}. The first sign-in, within 7 days, asks for a new password.`,
      `The client latchkey-cli ${outcome.hasMadeClient ? 'was made' : 'is there already'}.`,
      'The secrets, shown once:',
    ],
    values: {
      one_time_password: password,
      one_time_code_secret: secret,
      otpauth_url: otpauthUrl(secret, email, readTheme(config.THEME_FILE).name),
    },
  };
}

/** Throws NotDone unless the account of the address is an active operator. */
export function assertOperator(email: string, account: FoundAccount | undefined): FoundAccount {
  if (account === undefined) throw new NotDone(`${email} has no account. Nothing was changed.`);
  const { kind, status } = account;
  if (kind === 'user' || status !== 'active')
    throw new NotDone(`${email} is no active operator: kind ${kind}, status ${status}. Nothing was changed.`);
  return account;
}
