import type { RouteCase, RouteCases } from './route-case.ts';

/** A form of the console, whose strangers are led to the sign-in. */
const consoleForm: RouteCase<unknown> = {
  isAlone: true,
  well: (call) => call({ act: 'enter', code: '000000' }),
  data: { outcome: 'signed_out' },
};

/** The pages of the console, each shown to strangers by `led`. */
export function listConsoleCases<World>(led: RouteCase<World>): RouteCases<World> {
  const pages = ['', '/{list}', '/{list}/{id}'].map((place) => `/console${place}`);
  return Object.fromEntries(
    pages.flatMap((page) => [
      [`GET ${page}`, led],
      [`POST ${page}`, consoleForm],
    ]),
  );
}
