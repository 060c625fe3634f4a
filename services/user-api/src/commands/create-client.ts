import { randomBytes, randomUUID } from 'node:crypto';
import { devicePolicies, foldEmail, refreshBindings } from '@latchkey/contracts';
import { defineCommand } from '@latchkey/database';
import { hashSecret } from '@latchkey/secrets';
import { createClientSecret } from '../client/client-secret.ts';
import { makeClient, type RequestedClient, type ServiceAddresses } from '../client/make-client.ts';
import { createClientId } from '../client/new-client.ts';
import { loadOperateConfig } from '../config.ts';
import type { Database } from '../store/database.ts';
import { createFirstRecords } from '../store/first-records.ts';
import { flag, readList, readName, text } from './read-options.ts';
import { readSecretPlace, secretOptions, secretUsage, showSecrets } from './show-secrets.ts';
import { layOut, withDatabase, type Report } from './with-database.ts';

export const createClient = defineCommand({
  name: 'clients create',
  usage: `--name NAME [OPTIONS] ${secretUsage}`,
  summary: `Makes an OAuth client and shows its client_id and its secret: in the new file of --out, else on a terminal.
A LIST has commas. Left out:
  --public | --auth client_secret_basic|client_secret_post   client_secret_basic
  --grants LIST             device_code,refresh_token (also: client_credentials, relay)
  --scopes LIST             openid,profile,email,groups,offline_access (also: account, clients, orgs, admin, your own)
  --default-scopes LIST     those of the five that are among --scopes
  --audiences LIST          USER_API_URL and DROP_URL
  --default-audiences LIST  USER_API_URL
  --device-policy any|typed|same_network   any; typed: no code from a link; same_network: that, and in the device's network
  --refresh-binding required|optional      required; optional: any OAuth library refreshes, with its secret or its DPoP key
  --vouches LIST            no domain; a relay client vouches at signups for addresses of these domains, or of all: *
  --introspects             it may ask sso about any access token
  --names-visitors          it may send visitor_ip to sso's /device_authorization
  --owner ADDRESS|ORG       the installation; else the address of an account, or the slug of an org`,
  options: {
    name: text,
    public: flag,
    auth: text,
    grants: text,
    scopes: text,
    'default-scopes': text,
    audiences: text,
    'default-audiences': text,
    'device-policy': text,
    'refresh-binding': text,
    vouches: text,
    introspects: flag,
    'names-visitors': flag,
    owner: text,
    ...secretOptions,
  },
  read({ out, print, json, ...values }) {
    const requested: RequestedClient = {
      name: readName(values.name),
      type: values.public ? 'public' : 'confidential',
      method: values.auth,
      grantTypes: readList(values.grants),
      scopes: readList(values.scopes),
      defaultScopes: readList(values['default-scopes']),
      audiences: readList(values.audiences),
      defaultAudiences: readList(values['default-audiences']),
      devicePolicy: readChoice('device-policy', values['device-policy'], devicePolicies),
      refreshBinding: readChoice('refresh-binding', values['refresh-binding'], refreshBindings),
      vouches: readList(values.vouches),
      introspects: values.introspects,
      namesVisitors: values['names-visitors'],
    };
    return { requested, owner: values.owner, place: readSecretPlace({ out, print, json }) };
  },
  async run({ requested, owner, place }, shell) {
    const config = loadOperateConfig(shell.env);
    const services: ServiceAddresses = [config.USER_API_URL, config.DROP_URL];
    const add = () => withDatabase(config, (database) => addClient(requested, owner, services, database));
    return requested.type === 'public' ? layOut(await add(), place.json) : showSecrets(place, shell, add);
  },
});

function readChoice<Choice extends string>(
  option: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((one) => one === given);
  if (given !== undefined && choice === undefined)
    throw new Error(`--${option}: ${given} is not one of ${choices.join(', ')}.`);
  return choice;
}

async function addClient(
  requested: RequestedClient,
  owner: string | undefined,
  services: ServiceAddresses,
  database: Database,
): Promise<Report> {
  const records = createFirstRecords(database);
  const found = await records.findOwner(owner?.includes('@') ? foldEmail(owner) : owner);
  if (found === undefined)
    throw new Error(`--owner: there is no account and no org of the name ${String(owner)}.`);
  const record = { clientId: createClientId(randomBytes), services, now: new Date() };
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
