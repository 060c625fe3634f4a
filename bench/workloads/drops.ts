import { json } from '../load/request.ts';
import { collect } from '../load/send-load.ts';
import type { Side, Workload } from '../measure/workload.ts';
import { passphrase, payload } from '../place/data.ts';
import { withSqlSide } from '../statements/sql-side.ts';
import { always, bareSide, expressSide, race, repeat, sendOnce, type Bench } from './sides.ts';

const group = 'drop';
const sqlOfDrop = { services: ['drop'], repeats: false } as const;
const ourSide = (prepare: Side['prepare']): Side => ({
  name: 'drop',
  kind: 'latchkey',
  processes: ['drop'],
  prepare,
});

interface StoredDrop {
  readonly id: string;
  readonly key: string;
}

async function tokenOf({ issuers, stock }: Bench): Promise<string> {
  const [tokens] = await stock.atLeast(issuers[0], 1);
  return tokens?.access_token ?? '';
}

const stored = { payload, ttl: 3_600 };
const isTaken = (status: number, body: string) => status === 200 && body.includes(payload);

async function storeDrops(bench: Bench, count: number, more: object = {}): Promise<StoredDrop[]> {
  const request = json('/v1/drop/store', { ...stored, ...more }, await tokenOf(bench));
  const answers = await collect<{ data: StoredDrop }>(
    bench.place.ports.drop,
    Array.from({ length: count }, () => request),
  );
  return answers.map(({ data: { id, key } }) => ({ id, key }));
}

const consume = ({ id, key }: StoredDrop, token: string) => json('/v1/drop/consume', { id, key }, token);

export function measureStore(bench: Bench): Workload {
  const { ports, peerPorts } = bench.place;
  const store = async () => {
    const request = json('/v1/drop/store', stored, await tokenOf(bench));
    return sendOnce(
      ports.drop,
      Array.from({ length: bench.sizes.drops }, () => request),
    );
  };
  return {
    name: 'drop store, 1 KB',
    group,
    sides: [
      ...withSqlSide(bench.place, ourSide(store), sqlOfDrop),
      expressSide('Express 5 echo', always(repeat(peerPorts.express, [json('/echo', { payload })]))),
      expressSide('Express + INSERT', always(repeat(peerPorts.express, [json('/store', { payload })])), {
        aim: 0.5,
        isBudgetFloor: true,
      }),
    ],
  };
}

export function measureConsume(bench: Bench): Workload {
  const { place, sizes } = bench;
  const { ports, peerPorts } = place;
  const consumeAll = async () => {
    const [drops, token] = [await storeDrops(bench, sizes.drops), await tokenOf(bench)];
    return sendOnce(
      ports.drop,
      drops.map((one) => consume(one, token)),
      isTaken,
    );
  };
  const consumeFloor = async () => {
    const stores = Array.from({ length: sizes.drops }, () => json('/store', { payload }));
    const drops = await collect<{ id: string }>(peerPorts.express, stores);
    return sendOnce(
      peerPorts.express,
      drops.map(({ id }) => json('/consume', { id })),
      isTaken,
    );
  };
  return {
    name: 'drop consume, server key',
    group,
    sides: [
      ...withSqlSide(place, ourSide(consumeAll), sqlOfDrop),
      expressSide('Express + UPDATE', consumeFloor, { aim: 0.5, isBudgetFloor: true }),
    ],
  };
}

export function measurePassphrase(bench: Bench): Workload {
  const { ports } = bench.place;
  const consumeAll = async () => {
    const drops = await storeDrops(bench, bench.sizes.slow, { key: passphrase });
    const token = await tokenOf(bench);
    return sendOnce(
      ports.drop,
      drops.map(({ id }) => consume({ id, key: passphrase }, token)),
      isTaken,
    );
  };
  return {
    name: 'drop consume, passphrase',
    group,
    sides: [
      ourSide(consumeAll),
      bareSide('argon2id 19 MiB, 2 threads', 'passphrase', { aim: 0.9, isBudgetFloor: true }),
    ],
  };
}

/** Every drop is taken by sixteen at once. */
export function raceTakers(bench: Bench): Workload {
  const take = async () => {
    const [drops, token] = [await storeDrops(bench, bench.sizes.races), await tokenOf(bench)];
    return race(
      bench.place.ports.drop,
      drops.map((one) => consume(one, token)),
      {
        losers: [409, 410],
        mustBeOne: true,
      },
    );
  };
  return { name: 'race: 16 takers of one drop', group, sides: [ourSide(take)] };
}
