import { rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@latchkey/database';
import { waitUntil } from '../../infra/local/ports.ts';
import { sendSignal, type Fleet, type Replica } from './fleet.ts';
import { createRandom, type Random } from './random.ts';

interface Fault {
  readonly kind: string;
  readonly run: (random: Random) => Promise<void>;
}

/** From when to when some clock was wrong, by the monotonic clock of this process; the end is Infinity meanwhile. */
interface WrongClock {
  readonly fromMs: number;
  toMs: number;
}

export interface Faults {
  readonly counts: Record<string, number>;
  readonly wrongClocks: readonly WrongClock[];
  /** Resolves when the last fault is over and all is mended. */
  readonly ended: Promise<void>;
}

/** libfaketime looks at its file when more than a whole second has passed. */
const clockDelayMs = 3_500;

/**
 * Makes faults until `isOver`, in two lanes: what ends processes, and what only hinders them. What comes next follows
 * from the seed.
 */
export function startFaults(fleet: Fleet, seed: string, isOver: () => boolean): Faults {
  const counts: Record<string, number> = {};
  const wrongClocks: WrongClock[] = [];
  const deadly = [...killing(fleet), ...filling(fleet)];
  const light = [...pausing(fleet), ...cutting(fleet), ...slowing(fleet)];
  const clocks = shifting(fleet, wrongClocks);
  const lanes = [
    runLane({
      name: 'deadly',
      longestPauseMs: 5_000,
      // By turns: a short run, too, ends PostgreSQL, Redis and some of the replicas.
      choose: (_random, turn) => deadly[turn % deadly.length] as Fault,
      mend: () => revive(fleet),
    }),
    runLane({
      name: 'light',
      longestPauseMs: 1_500,
      mend: async () => undefined,
      // A wrong clock weakens what the histories around it can show, so that it is rarer.
      choose: (random, turn) => random.pick(turn % 8 === 7 && clocks.length > 0 ? clocks : light),
    }),
  ];

  async function runLane({ name, longestPauseMs, choose, mend }: Lane): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const random = createRandom(`${seed} ${name} ${turn}`);
      const { kind, run } = choose(random, turn);
      await wait(random.between(0, longestPauseMs));
      if (isOver()) return;
      await run(random);
      await mend();
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return { counts, wrongClocks, ended: Promise.all(lanes).then(() => undefined) };
}

interface Lane {
  readonly name: string;
  readonly longestPauseMs: number;
  readonly choose: (random: Random, turn: number) => Fault;
  readonly mend: () => Promise<void>;
}

function killing({ replicas, postgres, redis }: Fleet): Fault[] {
  const kill = (kind: string, crash: () => Promise<void>): Fault => ({ kind, run: crash });
  return [
    kill('SIGKILL of Redis', redis.crash),
    kill('SIGKILL of PostgreSQL', postgres.crash),
    ...replicas.map((replica) => kill('SIGKILL of a replica', replica.crash)),
  ];
}

/** Fills the disk of PostgreSQL and Redis for a moment. */
function filling({ disk }: Fleet): Fault[] {
  if (disk === undefined) return [];
  const file = join(disk, 'full');
  const run = async (random: Random) => {
    await fill(file);
    await wait(random.between(500, 4_000));
    rmSync(file);
  };
  return [{ kind: 'disk full', run }];
}

/** Writes until there is no room left, not even for a page. */
async function fill(file: string): Promise<void> {
  for (const size of [4 * 1024 * 1024, 4_096]) {
    const piece = Buffer.alloc(size);
    for (let hasRoom = true; hasRoom;)
      hasRoom = await appendFile(file, piece).then(
        () => true,
        () => false,
      );
  }
}

/** Starts PostgreSQL and Redis again where a full disk has ended them. */
async function revive({ postgres, redis }: Fleet): Promise<void> {
  const isAnswering = async () => {
    await Promise.all([redis.revive(), postgres.revive()]);
    return withClient(postgres.url, async () => true).catch(() => false);
  };
  await waitUntil(isAnswering, () => new Error('PostgreSQL does not come back after the disk was full'));
}

const everyLine = ({ replicas }: Fleet) => replicas.flatMap(({ lines }) => [lines.postgres, lines.redis]);

function pausing({ replicas, redis }: Fleet): Fault[] {
  const pids = [...replicas.map(({ pid }) => pid), redis.pid];
  return pids.map((pid) => ({
    kind: 'SIGSTOP and SIGCONT',
    async run(random) {
      const stopped = pid();
      if (!sendSignal(stopped, 'SIGSTOP')) return;
      await wait(random.between(200, 7_000));
      sendSignal(stopped, 'SIGCONT');
    },
  }));
}

function cutting(fleet: Fleet): Fault[] {
  return everyLine(fleet).map((line) => ({
    kind: 'connections cut',
    async run(random) {
      line.cut();
      await wait(random.between(0, 3_000));
      line.mend();
    },
  }));
}

function slowing(fleet: Fleet): Fault[] {
  return everyLine(fleet).map((line) => ({
    kind: 'connections slow',
    async run(random) {
      line.slow(random.between(50, 1_500));
      await wait(random.between(1_000, 5_000));
      line.mend();
    },
  }));
}

function shifting({ replicas }: Fleet, wrongClocks: WrongClock[]): Fault[] {
  const withClock = replicas.flatMap(({ setClock }: Replica) => (setClock ? [setClock] : []));
  return withClock.map((setClock) => ({
    kind: 'clock set back or ahead',
    async run(random) {
      const wrong = { fromMs: performance.now(), toMs: Infinity };
      wrongClocks.push(wrong);
      setClock(random.pick([-1, 1]) * random.between(5, 90));
      await wait(random.between(2_000, 6_000));
      setClock(0);
      await wait(clockDelayMs);
      wrong.toMs = performance.now();
    },
  }));
}
