import { json } from '../load/request.ts';
import type { Run, Side, Workload } from '../measure/workload.ts';
import { loginRequest, mintRelays, openSessions } from '../place/sessions.ts';
import { withSqlSide } from '../statements/sql-side.ts';
import { bareSide, expressSide, repeat, sendOnce, type Bench } from './sides.ts';

const ourSide = (prepare: Side['prepare'], ...others: string[]): Side => ({
  name: 'user-api',
  kind: 'latchkey',
  processes: ['user-api', ...others],
  prepare,
});

const group = 'user-api';
const sqlOfUserApi = { services: ['user-api'], repeats: true } as const;
const verified = { aim: 0.5, isBudgetFloor: true };

/** Sign-ins of one person after another. */
export function measureLogin({ place, sizes }: Bench): Workload {
  const { people, ports } = place;
  const login = async (round: number) => {
    const relays = await mintRelays(place, sizes.slow);
    const requests = relays.flatMap((relay, index) => {
      const person = people[(round * sizes.slow + index) % people.length];
      return person === undefined ? [] : loginRequest(relay, person);
    });
    return sendOnce(ports['user-api'], requests);
  };
  return {
    name: 'user login',
    group,
    sides: [
      ...withSqlSide(place, ourSide(login, 'sso'), { services: ['user-api', 'sso'], repeats: false }),
      bareSide('argon2id 46 MiB, 2 threads', 'login', { aim: 0.9, isBudgetFloor: true }),
    ],
  };
}

export function measureSession({ place, sessions }: Bench): Workload {
  const { ports, peerPorts } = place;
  return {
    name: 'session/me',
    group,
    sides: [
      ...withSqlSide(
        place,
        ourSide(async () => {
          const requests = (await sessions()).map((token) => json('/session/me', { token }));
          return repeat(ports['user-api'], requests);
        }),
        sqlOfUserApi,
      ),
      expressSide(
        'Express + RS512 + 1 SELECT',
        async (): Promise<Run> => {
          const requests = (await sessions()).map((token) => json('/me', {}, token));
          return repeat(peerPorts.express, requests);
        },
        verified,
      ),
    ],
  };
}

export function measureClientSearch({ place, sessions, sizes }: Bench): Workload {
  const { ports, peerPorts } = place;
  return {
    name: `clients search, page 1 of ${sizes.clients}`,
    group,
    sides: [
      ...withSqlSide(
        place,
        ourSide(async () => {
          const [token = ''] = await sessions();
          return repeat(ports['user-api'], [json('/oauth/clients/search', { token })]);
        }),
        sqlOfUserApi,
      ),
      expressSide(
        'Express + RS512 + 1 SELECT',
        async () => {
          const [token = ''] = await sessions();
          return repeat(peerPorts.express, [json('/clients', {}, token)]);
        },
        verified,
      ),
    ],
  };
}

/** Signs in once, when a workload first asks for sessions. */
export function createSessions(bench: Pick<Bench, 'place' | 'sizes'>): () => Promise<string[]> {
  let opened: Promise<string[]> | undefined;
  return () => (opened ??= openSessions(bench.place, 32, bench.sizes.clients));
}
