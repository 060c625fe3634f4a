import type { People } from './people.ts';
import { dataOf, type RouteCases } from './route-case.ts';

const text = expect.any(String) as string;
const client = { id: 'demo-cli', name: text };

/** Somebody new who has approved a device. */
async function openApprover(people: People) {
  const person = await people.newPerson();
  await people.openDevice(person);
  return person;
}

/** The devices and the consents of a person, which sso keeps. */
export const approvalCases: RouteCases<People> = {
  'POST /oauth/device/search/user': {
    well: async (call, people) => call({ token: (await openApprover(people)).token, status: 'active' }),
    data: { items: [{ id: text, client, status: 'active' }], total_count: 1, next_cursor: null },
  },
  'POST /oauth/device/revoke': {
    async well(call, people) {
      const { token } = await openApprover(people);
      const found = await people.post('/oauth/device/search/user', { token });
      const [device] = dataOf(found).items;
      return call({ token, id: device?.id });
    },
    data: { revoked: true },
  },
  'POST /oauth/clients/authorized/search': {
    well: async (call, people) => call({ token: (await openApprover(people)).token, client_id: 'demo-cli' }),
    data: { items: [{ client, status: 'active', session_count: 1 }], total_count: 1 },
  },
  'POST /oauth/clients/authorized/revoke': {
    well: async (call, people) => call({ token: (await openApprover(people)).token, client_id: 'demo-cli' }),
    data: { revoked: true, ended: 1 },
  },
};
