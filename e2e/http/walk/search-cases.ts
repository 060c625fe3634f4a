import type { People } from './people.ts';
import type { RouteCase, RouteCases } from './route-case.ts';

type Who = (people: People) => Promise<{ readonly token: string }>;
const ann: Who = ({ ann: find }) => find();
const operator: Who = (people) => people.operator();

/** A page of a list, and a filter that takes another value. */
const search = (who: Who, field: string, value: unknown): RouteCase<People> => ({
  well: async (call, people) => call({ token: (await who(people)).token, limit: 1 }),
  data: {
    items: expect.any(Array) as unknown,
    limit: 1,
    page_number: 1,
    total_count: expect.any(Number) as number,
  },
  badly: async (call, people) => call({ token: (await who(people)).token, [field]: value }),
  refusal: [400, 'invalid_filter'],
});

/** Every search but those of devices and consents. */
export const searchCases: RouteCases<People> = {
  'POST /admin/api/search': search(operator, 'archived', 'odd'),
  'POST /admin/mail/search': search(operator, 'kind', 'odd'),
  'POST /admin/signal/search': search(operator, 'status', 'odd'),
  'POST /oauth/clients/search': search(ann, 'status', 'odd'),
  'POST /oauth/clients/connected/search': search(ann, 'direction', 'up'),
  'POST /oauth/client_credentials/search/app': search(ann, 'created_from', 'yesterday'),
  'POST /account/me/auth/request_log/search': search(ann, 'outcome', 'odd'),
  'POST /admin/auth/request_log/search': search(operator, 'event', 'odd'),
  'POST /account/me/invitation/search': search(ann, 'role', 'odd'),
  'POST /account/me/session/search': search(ann, 'kind', 'odd'),
  'POST /admin/session/search': search(operator, 'status', 'odd'),
  'POST /org/search': search(ann, 'role', 'odd'),
  'POST /org/member/search': search(ann, 'role', 'odd'),
  'POST /org/invitation/search': search(ann, 'role', 'odd'),
  'POST /admin/org/search': search(operator, 'status', 'odd'),
  'POST /admin/org/member/search': search(operator, 'role', 'odd'),
  'POST /admin/org/invitation/search': search(operator, 'role', 'odd'),
  'POST /admin/user/search': search(operator, 'mfa', 'odd'),
};
