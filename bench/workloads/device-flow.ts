import { setTimeout as pause } from 'node:timers/promises';
import { form, json } from '../load/request.ts';
import type { Run, Side, Workload } from '../measure/workload.ts';
import { cli, scope } from '../place/data.ts';
import { redeem, startDevices, type Issuer } from '../place/issuers.ts';
import { withSqlSide } from '../statements/sql-side.ts';
import { always, expressSide, repeat, sendOnce, type Bench } from './sides.ts';

/** A code that is asked for again sooner is told to slow down, which is another answer than pending. */
const pollIntervalMs = 5_200;

export function measureHello({ place }: Bench): Workload {
  const { ports, peerPorts } = place;
  return {
    name: 'hello',
    group: 'sso',
    sides: [
      {
        name: 'sso',
        kind: 'latchkey',
        processes: ['sso'],
        prepare: always(repeat(ports.sso, [json('/hello', {})])),
      },
      expressSide('Express 5 echo', always(repeat(peerPorts.express, [json('/echo', {})])), {
        aim: 0.5,
        isBudgetFloor: true,
      }),
    ],
  };
}

export function measureDeviceAuthorization({ place, issuers }: Bench): Workload {
  const [sso, ...peers] = issuers;
  const start = ({ port, start: request }: Issuer) => always(repeat(port, [request]));
  const floor = (path: string) => always(repeat(place.peerPorts.express, [form(path, { ...cli, scope })]));
  const ours: Side = { name: 'sso', kind: 'latchkey', processes: ['sso'], prepare: start(sso) };
  return {
    name: 'device_authorization',
    group: 'sso',
    sides: [
      ...withSqlSide(place, ours, { services: ['sso'], repeats: false }),
      ...peers.map((peer) => peerSide(peer, start(peer), 1)),
      expressSide('Express + Lua', floor('/issue')),
      expressSide('Express + Lua + INSERT', floor('/issue-durable'), { aim: 0.6, isBudgetFloor: true }),
    ],
  };
}

/** `aim` is for the peer that keeps nothing durably; the other one is to be left further behind. */
export function peerSide(
  { name, isDurable }: Issuer,
  prepare: Side['prepare'],
  aim: number,
  more: Pick<Side, 'isBudgetFloor'> = {},
): Side {
  return {
    name,
    kind: 'peer',
    processes: [name],
    aim: isDurable ? 2 : aim,
    ...(isDurable ? {} : more),
    prepare,
  };
}

export function measurePendingPoll({ place, issuers, sizes }: Bench): Workload {
  const [sso, ...peers] = issuers;
  const floorPort = place.peerPorts.express;
  const floorStart = form('/issue', { ...cli, scope });
  const floorPoll = (code: string) => form('/poll', { device_code: code });
  return {
    name: 'pending poll',
    group: 'sso',
    sides: [
      {
        name: 'sso',
        kind: 'latchkey',
        processes: ['sso'],
        prepare: slowly(pollAgain(sso.port, () => startDevices(sso.port, sso.start, sizes.polls), redeem)),
      },
      ...peers.map((peer) =>
        peerSide(
          peer,
          pollAgain(peer.port, () => startDevices(peer.port, peer.start, sizes.polls), redeem),
          1.3,
        ),
      ),
      expressSide(
        'Express + Lua',
        pollAgain(floorPort, () => startDevices(floorPort, floorStart, sizes.polls), floorPoll),
        { isBudgetFloor: true },
      ),
    ],
  };
}

/** Asks for each of the same codes once in every round. */
function pollAgain(
  port: number,
  issue: () => Promise<string[]>,
  poll: (code: string) => Buffer,
): Side['prepare'] {
  let requests: Buffer[] | undefined;
  const isPending = (status: number, body: string) =>
    status === 400 && body.includes('authorization_pending');
  return async () => {
    requests ??= (await issue()).map(poll);
    return sendOnce(port, requests, isPending);
  };
}

/** Leaves an interval of polling between the rounds. */
function slowly(prepare: Side['prepare']): Side['prepare'] {
  let notBefore = 0;
  return async (round) => {
    const run = await prepare(round);
    await pause(Math.max(0, notBefore - performance.now()));
    const noting: Run = async (seconds) => {
      const result = await run(seconds);
      notBefore = performance.now() + pollIntervalMs;
      return result;
    };
    return noting;
  };
}
