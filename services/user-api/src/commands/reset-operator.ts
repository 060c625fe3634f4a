import { randomBytes, randomUUID } from 'node:crypto';
import { defineCommand } from '@latchkey/database';
import { readTheme } from '@latchkey/pages';
import { parseKeyList } from '@latchkey/secrets';
import { loadResealConfig } from '../config.ts';
import { createEntry } from '../request-log/log-event.ts';
import { argon2 } from '../signing-in/password/argon2.ts';
import { createFirstPassword } from '../signing-in/password/first-password.ts';
import { createTextSealer } from '../signing-in/totp/text-sealer.ts';
import { createTotpSecret, otpauthUrl } from '../signing-in/totp/totp.ts';
import { createOperatorRecords } from '../store/commands/operator-records.ts';
import type { Database } from '../store/database.ts';
import { assertOperator } from './create-operator.ts';
import { emailOption, readEmail } from './read-options.ts';
import { readSecretPlace, secretOptions, showSecrets } from './show-secrets.ts';
import { withDatabase, type Report } from './with-database.ts';

/** Source: contract part 5 "First operator". */
export const resetOperator = defineCommand({
  name: 'operators reset',
  summary: 'Gives an operator a new one-time password, which must be changed within 7 days.',
  details: 'All sign-ins of the operator end. Ends with 3 when the account is no active operator.',
  options: {
    ...emailOption,
    totp: { type: 'flag', summary: 'Give a new one-time-code secret as well.' },
    passkeys: { type: 'flag', summary: 'Remove all passkeys as well.' },
    ...secretOptions,
  },
  async run({ email: typed, totp, passkeys: endsPasskeys, ...values }, shell) {
    const email = readEmail(typed);
    const place = readSecretPlace(values);
    const config = loadResealConfig(shell.env);
    const sealer = createTextSealer({ keys: parseKeyList(config.SEALING_KEYS), randomBytes });
    const secret = totp ? createTotpSecret(randomBytes) : undefined;
    const sendsMail = config.MAIL_URL !== undefined;
    const issuer = readTheme(config.THEME_FILE).name;
    const reset = (database: Database) =>
      resetAccount(database, email, { secret, seal: sealer.seal, sendsMail, issuer, endsPasskeys });
    return showSecrets(place, shell, () => withDatabase(config, reset));
  },
});

interface ResetOptions {
  readonly secret: string | undefined;
  seal(text: string, owner: string): string;
  readonly sendsMail: boolean;
  readonly issuer: string;
  readonly endsPasskeys: boolean | undefined;
}

async function resetAccount(
  database: Database,
  email: string,
  { secret, seal, sendsMail, issuer, endsPasskeys: isWhole }: ResetOptions,
): Promise<Report> {
  const records = createOperatorRecords(database);
  const account = await records.find(email);
  const { id: userId } = assertOperator(email, account);
  const ports = { now: Date.now, newId: randomUUID, randomBytes, sendsMail };
  const { password, until } = createFirstPassword(ports);
  const where = { ip: '', userAgent: 'latchkey-user-api operators reset' };
  const row = createEntry(ports, { event: 'operator.reset', userId }, where);
  const ended = createEntry(ports, { event: 'admin.user.reset_passkeys', userId }, where);
  const endsPasskeys = isWhole ? ended : undefined;
  const totpSecret = secret === undefined ? undefined : seal(secret, userId);
  const hash = await argon2.hash(password);
  if (!(await records.reset(userId, { hash, firstUntil: until, totpSecret, endsPasskeys, row })))
    throw new Error(`${email} was changed in the meantime. Run the command again.`);
  return {
    sentences: [`${email} has a new password. All sign-ins have ended. The secrets, shown once:`],
    values: {
      one_time_password: password,
      ...(secret !== undefined && {
        one_time_code_secret: secret,
        otpauth_url: otpauthUrl(secret, email, issuer),
      }),
    },
  };
}
