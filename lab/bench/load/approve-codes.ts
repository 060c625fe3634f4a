import { createHash } from 'node:crypto';
import type { Environment } from '../../../infra/local/environment.ts';
import { loadConfig } from '../../../services/sso/src/config.ts';
import { connect } from '../../../services/sso/src/connect.ts';
import { createContext } from '../../../services/sso/src/create-context.ts';
import { createStores } from '../../../services/sso/src/create-stores.ts';
import { hashDeviceCode } from '../../../services/sso/src/oauth/device/start-device-authorization.ts';
import { settleRequest } from '../../../services/sso/src/people/authorize/app-request.ts';
import { giveCode } from '../../../services/sso/src/people/authorize/give-code.ts';
import { readRequest } from '../../../services/sso/src/people/authorize/parameters.ts';
import { decide } from '../../../services/sso/src/people/sign-in/decide.ts';
import { openSigningKeys } from '../../../services/sso/src/read-signing-keys.ts';
import { app, cli, scope, type Person } from './request.ts';

/** Approves codes of sso, each for one of the people. */
export interface Approver {
  approve(deviceCodes: readonly string[], people: readonly Person[]): Promise<void>;
  /** Codes of the browser road, each of which one of the people has allowed. */
  allow(count: number, people: readonly Person[]): Promise<string[]>;
  close(): Promise<void>;
}

const atOnce = 16;

/**
 * Approves and allows by sso's own modules, on its Redis and PostgreSQL, what its pages do after they have checked a
 * password: to check one for each code would take longer than the rest of the benchmark.
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
    const { clientId, audience } = device;
    const asked = { deviceCodeHash: hash, clientId, scope: device.scope, audience };
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

  async function allowOne({ id: userId, email }: Person): Promise<string> {
    const client = await context.userApi.findClient(cli.client_id, '');
    if (client === undefined) throw new Error('The client is unknown.');
    const asked = settleRequest(readRequest(query), client);
    if ('fault' in asked) throw new Error(asked.fault.message);
    const nowMs = Date.now();
    const proven = { amr: ['pwd'], authTime: Math.floor(nowMs / 1000), tokensValidAfterMs: 0 };
    const person = { userId, email, kind: 'user', hasCodes: false, deviceSignIn: true } as const;
    const session = { ...proven, ...person, id: '', token: '', hasJustTyped: true };
    const given = { client, redirectUri: app.redirect_uri, asked, decidedAtMs: nowMs };
    const code = await giveCode(context, { ...browser, session }, given);
    if (code === undefined) throw new Error('No code was given.');
    return code;
  }

  return {
    async approve(deviceCodes, people) {
      await forEach(deviceCodes.length, people, (person, at) => approveOne(deviceCodes[at] ?? '', person));
    },
    allow: (count, people) => forEach(count, people, allowOne),
    close,
  };
}

const query = new URLSearchParams({
  response_type: 'code',
  ...cli,
  redirect_uri: app.redirect_uri,
  scope,
  code_challenge: createHash('sha256').update(app.code_verifier).digest('base64url'),
  code_challenge_method: 'S256',
}).toString();

/** Where people allow: one browser. Nothing else of it is read. */
const browser = {
  ip: '127.0.0.1',
  userAgent: 'bench',
  traceparent: '',
  network: '127.0.0.1',
  browserSecret: '',
  isNewBrowser: false,
  going: undefined,
  usesCodes: false,
  nextForm: '',
};

/** Makes that many, a few at once, for the people in turn. */
async function forEach<Made>(
  count: number,
  people: readonly Person[],
  make: (person: Person, at: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) {
      const person = people[at % people.length];
      if (person !== undefined) made.push(await make(person, at));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}
