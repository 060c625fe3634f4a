import { demo } from '../../../infra/local/person.ts';
import type { OwnClient, People } from './people.ts';
import { dataOf, type Call, type RouteCase, type RouteCases } from './route-case.ts';

type ClientCase = RouteCase<People>;

const text = expect.any(String) as string;

/** The call of ann. */
const asked = async (call: Call, { ann }: People, fields: object) =>
  call({ token: (await ann()).token, ...fields });

/** What ann does to a client of her own. */
const ofClient = (data: object, makeFields: (client: OwnClient) => object = () => ({})): ClientCase => ({
  async well(call, people) {
    const client = await people.newClient();
    return asked(call, people, { client_id: client.client_id, ...makeFields(client) });
  },
  data: { client_id: text, ...data },
});

/** A new client of ann, and a client that it may be connected to. */
const endsOf = async ({ newClient }: People) => ({
  source: (await newClient()).client_id,
  target: 'demo-rp',
});

/** Clients, their connections, and the app tokens that they hold. */
export const clientCases: RouteCases<People> = {
  'POST /oauth/clients/create': {
    well: (call, people) =>
      asked(call, people, { name: 'Walk', type: 'public', grant_types: ['device_code'] }),
    data: { client_id: text, name: 'Walk', type: 'public', status: 'active', archived: false },
  },
  'POST /oauth/clients/view': ofClient({ secrets: [{ expires_at: null }] }),
  'POST /oauth/clients/update': ofClient({ name: 'Walked' }, () => ({ name: 'Walked' })),
  'POST /oauth/clients/rotate_secret': ofClient({ client_secret: text }),
  'POST /oauth/clients/archive': ofClient({ archived: true }),
  'POST /oauth/clients/restore': {
    async well(call, people) {
      const { client_id } = await people.newClient();
      const { token } = await people.ann();
      dataOf(await people.post('/oauth/clients/archive', { token, client_id }));
      return call({ token, client_id });
    },
    data: { client_id: text, archived: false },
  },
  'POST /oauth/clients/connections/add': {
    well: async (call, people) => asked(call, people, { ...(await endsOf(people)), scopes: ['email'] }),
    data: { id: text, source: text, target: 'demo-rp', scopes: ['email'], status: 'requested' },
  },
  'POST /oauth/clients/connections/accept': {
    async well(call, people) {
      const [{ token }, { client_id: target }] = [await people.newPerson(), await people.newClient()];
      const named = { name: 'Asks', type: 'confidential', grant_types: ['client_credentials'] };
      const { client_id: source } = dataOf(await people.post('/oauth/clients/create', { token, ...named }));
      const scopes = ['email'];
      dataOf(await people.post('/oauth/clients/connections/add', { token, source, target, scopes }));
      return asked(call, people, { source, target, scopes });
    },
    data: { source: text, target: text, scopes: ['email'], status: 'active' },
  },
  'POST /oauth/clients/connections/remove': {
    async well(call, people) {
      const [{ token }, ends] = [await people.ann(), await endsOf(people)];
      dataOf(await people.post('/oauth/clients/connections/add', { token, ...ends, scopes: ['email'] }));
      return call({ token, ...ends });
    },
    data: { source: text, target: 'demo-rp', status: 'removed' },
  },
  'POST /oauth/client_credentials/revoke': {
    async well(call, people) {
      const [{ token }, client] = [await people.ann(), await people.newClient()];
      await people.openApp(client);
      const { client_id } = client;
      const found = await people.post('/oauth/client_credentials/search/app', { token, client_id });
      return call({ token, id: dataOf(found).items[0]?.id });
    },
    data: { id: text, status: 'revoked' },
  },
  'POST /oauth/clients/connections/verify': {
    well: async (call, { openApp }) => call({ token: await openApp(demo.backend), target: 'demo-rp' }),
    data: { verified: true, source: 'demo-backend', target: 'demo-rp' },
  },
};
