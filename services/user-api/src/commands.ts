import { randomBytes, randomUUID } from 'node:crypto';
import { foldEmail } from '@latchkey/contracts';
import { hashSecret, parseKeyList } from '@latchkey/secrets';
import type { Account } from './account/account.ts';
import { createClientSecret } from './client/client-secret.ts';
import { makeCliClient, makeClient, type ServiceAddresses } from './client/make-client.ts';
import { createClientId } from './client/new-client.ts';
import type { readCommand } from './command-line.ts';
import type { loadOperateConfig } from './config.ts';
import { argon2 } from './password/argon2.ts';
import { keepMonths } from './request-log/log-months.ts';
import type { Database } from './store/database.ts';
import { createFirstRecords } from './store/first-records.ts';
import { createLogMonths } from './store/log-months.ts';
import { createTextSealer } from './totp/text-sealer.ts';
import { createTotpSecret, otpauthUrl } from './totp/totp.ts';

export type Command = ReturnType<typeof readCommand>;
type Config = ReturnType<typeof loadOperateConfig>;

/** What a command prints: sentences and values, or with --json the values, or the facts where there are any. */
export interface Report {
  readonly sentences: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly facts?: object;
}

const passwordBytes = 18;

export async function createOperator(
  { email: typed, name, kind }: Extract<Command, { what: 'operator' }>,
  config: Config,
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
  const client = makeCliClient(id, servicesOf(config), now);
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

export async function createClient(
  { requested, owner }: Extract<Command, { what: 'client' }>,
  config: Config,
  database: Database,
): Promise<Report> {
  const records = createFirstRecords(database);
  const found = await records.findOwner(owner?.includes('@') ? foldEmail(owner) : owner);
  if (found === undefined)
    throw new Error(
      owner === undefined
        ? 'there is no operator yet to own the client: run "operators create" first, or name --owner.'
        : `--owner: there is no account and no org of the name ${owner}.`,
    );
  const record = { clientId: createClientId(randomBytes), services: servicesOf(config), now: new Date() };
  const client = makeClient(requested, { ...record, ...found });
  const { clientId, type } = client;
  if (type === 'public') {
    await records.addClient(client, undefined);
    return {
      sentences: [`The public client "${requested.name}" was made.`],
      values: { client_id: clientId },
    };
  }
  const secret = createClientSecret(randomBytes);
  await records.addClient(client, { id: randomUUID(), hash: hashSecret(secret) });
  return {
    sentences: [`The client "${requested.name}" was made. Its secret is shown once:`],
    values: { client_id: clientId, client_secret: secret },
  };
}

export async function keepLogMonths(database: Database): Promise<Report> {
  const months = createLogMonths(database);
  const { made, dropped, inUse, end } = await keepMonths(months, await months.findTime());
  return {
    sentences: [
      ...made.map((month) => `Made ${month}.`),
      ...dropped.map(({ month, rows }) => `Dropped ${month} with ${rows} rows.`),
      ...(inUse === null ? [] : [`${inUse} is in use. It stays until the next run.`]),
      `The request log has months until ${end.toISOString().slice(0, 10)}.`,
    ],
    values: {},
    facts: { made, dropped, in_use: inUse, end },
  };
}

function servicesOf({ USER_API_URL: userApi, DROP_URL: drop }: Config): ServiceAddresses {
  return [userApi, drop];
}
