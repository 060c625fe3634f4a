import { randomBytes, randomUUID } from 'node:crypto';
import { devicePolicies, foldEmail, refreshBindings } from '@latchkey/contracts';
import { defineCommand } from '@latchkey/database';
import { readTheme } from '@latchkey/pages';
import { hashSecret } from '@latchkey/secrets';
import { createClientSecret } from '../clients/client-secret.ts';
import { makeClient, type RequestedClient, type ServiceAddresses } from '../clients/make-client.ts';
import { assertNotHouse, type HousePorts } from '../clients/name-keys.ts';
import { createClientId } from '../clients/new-client.ts';
import { loadOperateConfig } from '../config.ts';
import { createFirstRecords } from '../store/commands/first-records.ts';
import type { Database } from '../store/database.ts';
import { readName } from './read-options.ts';
import { readSecretPlace, secretOptions, showSecrets } from './show-secrets.ts';
import { layOut, withDatabase, type Report } from './with-database.ts';

export const createClient = defineCommand({
  name: 'clients create',
  summary: 'Makes an OAuth client, and shows its client_id and its secret.',
  details: 'A LIST has commas.',
  options: {
    name: { type: 'text', summary: 'What people see when they are asked to let it in.' },
    public: { type: 'flag', summary: 'It has no secret.' },
    auth: {
      type: 'text',
      value: 'METHOD',
      summary: 'client_secret_basic (unless given) or client_secret_post.',
    },
    grants: list('device_code,refresh_token; also: authorization_code, client_credentials, relay.'),
    scopes: list(
      'openid,profile,email,groups,offline_access; also: account, clients, orgs, admin, your own.',
    ),
    'default-scopes': list('Those of the five that are among --scopes.'),
    audiences: list('USER_API_URL and DROP_URL.'),
    'default-audiences': list('USER_API_URL.'),
    'redirect-uris': list('Where a sign-in in a browser may lead back to; none.'),
    'post-logout-redirect-uris': list('Where signing out may lead back to; none.'),
    'device-policy': {
      type: 'text',
      value: 'POLICY',
      choices: devicePolicies,
      summary: 'any; typed: no code from a link; same_network: that, and in the device’s network.',
    },
    'refresh-binding': {
      type: 'text',
      value: 'WHEN',
      choices: refreshBindings,
      summary: 'required; optional: any OAuth library refreshes, with its secret or its DPoP key.',
    },
    vouches: list('A relay client vouches at sign-ups for addresses of these domains, or of all: *.'),
    introspects: { type: 'flag', summary: 'It may ask sso about any access token.' },
    'names-visitors': { type: 'flag', summary: 'It may send visitor_ip to sso’s /device_authorization.' },
    owner: {
      type: 'text',
      value: 'ADDRESS|ORG',
      summary: 'An account’s address or an org’s slug; else the installation.',
    },
    ...secretOptions,
  },
  async run({ out, print, json, owner, ...values }, shell) {
    const requested: RequestedClient = {
      name: readName(values.name),
      type: values.public ? 'public' : 'confidential',
      method: values.auth,
      grantTypes: readList(values.grants),
      scopes: readList(values.scopes),
      defaultScopes: readList(values['default-scopes']),
      audiences: readList(values.audiences),
      defaultAudiences: readList(values['default-audiences']),
      redirectUris: readList(values['redirect-uris']),
      postLogoutRedirectUris: readList(values['post-logout-redirect-uris']),
      devicePolicy: values['device-policy'],
      refreshBinding: values['refresh-binding'],
      vouches: readList(values.vouches),
      introspects: values.introspects,
      namesVisitors: values['names-visitors'],
    };
    const place = readSecretPlace({ out, print, json });
    const config = loadOperateConfig(shell.env);
    const house = {
      services: [config.USER_API_URL, config.DROP_URL],
      theme: readTheme(config.THEME_FILE),
    } as const;
    const add = () => withDatabase(config, (database) => addClient(requested, owner, house, database));
    return requested.type === 'public' ? layOut(await add(), place.json) : showSecrets(place, shell, add);
  },
});

/** An option whose text is a list with commas; the summary says what it is unless given. */
function list(summary: string) {
  return { type: 'text', value: 'LIST', summary } as const;
}

const readList = (typed: string | undefined) => typed?.split(/[\s,]+/).filter((part) => part !== '');

async function addClient(
  requested: RequestedClient,
  owner: string | undefined,
  { services, theme }: HousePorts & { readonly services: ServiceAddresses },
  database: Database,
): Promise<Report> {
  const records = createFirstRecords(database);
  const found = await records.findOwner(owner?.includes('@') ? foldEmail(owner) : owner);
  if (found === undefined)
    throw new Error(`--owner: there is no account and no org of the name ${String(owner)}.`);
  const record = { clientId: createClientId(randomBytes), services, now: new Date() };
  const client = makeClient(requested, { ...record, ...found });
  assertNotHouse({ theme }, client);
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
