import type { People } from './people.ts';
import type { RouteCase, RouteCases } from './route-case.ts';

/** A page of a list. */
const search = (
  route: string,
  who: (people: People) => Promise<{ readonly token: string }>,
): [string, RouteCase<People>] => [
  `POST ${route}`,
  {
    well: async (call, people) => call({ token: (await who(people)).token, limit: 1 }),
    data: {
      items: expect.any(Array) as unknown,
      limit: 1,
      page_number: 1,
      total_count: expect.any(Number) as number,
    },
  },
];

const ofPeople = [
  '/oauth/clients/search',
  '/oauth/clients/connected/search',
  '/oauth/client_credentials/search/app',
  '/account/me/auth/request_log/search',
  '/account/me/invitation/search',
  '/account/me/session/search',
  '/org/search',
  '/org/member/search',
  '/org/invitation/search',
];
const ofOperators = [
  '/admin/api/search',
  '/admin/mail/search',
  '/admin/signal/search',
  '/admin/auth/request_log/search',
  '/admin/session/search',
  '/admin/org/search',
  '/admin/org/member/search',
  '/admin/org/invitation/search',
  '/admin/user/search',
];

/** Every search but those of devices and consents. */
export const searchCases: RouteCases<People> = Object.fromEntries([
  ...ofPeople.map((route) => search(route, ({ ann }) => ann())),
  ...ofOperators.map((route) => search(route, ({ operator }) => operator())),
]);
