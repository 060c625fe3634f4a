import { setTimeout as wait } from 'node:timers/promises';
import { addPasskey } from '../../e2e/process/add-passkey.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import { isReady } from '../../infra/local/service-process.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { codeOf, type Oddities } from './ask.ts';
import type { History } from './check-history.ts';
import { startFaults } from './faults.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { judge } from './models.ts';
import { raceForApp } from './race-app.ts';
import { raceForDevice } from './race-device.ts';
import { raceForDrop, raceToActivate, raceToFill } from './race-drop.ts';
import { raceForPasskey } from './race-passkey.ts';
import { raceForCode, raceForInvitation, raceForRelay } from './race-user-api.ts';
import { createRandom } from './random.ts';
import { startRecorder, type Clockwork, type Recorder, type Tally } from './recorder.ts';
import { NotMade, type Race, type World } from './world.ts';

/** How often each race is run, out of all of them. */
const shares: readonly (readonly [race: Race, times: number])[] = [
  [raceForDevice, 4],
  [raceForApp, 2],
  [raceForDrop, 3],
  [raceToActivate, 2],
  [raceToFill, 2],
  [raceForRelay, 3],
  [raceForInvitation, 2],
  [raceForCode, 1],
  [raceForPasskey, 2],
];
const races = shares.flatMap(([race, times]) => Array.from({ length: times }, () => race));

export interface Plan {
  readonly seed: string;
  readonly seconds: number;
  readonly clients: number;
  /** Whether the disk may be full for a moment, which takes a file system of its own. */
  readonly fillsDisk: boolean;
}

export interface Report {
  readonly tally: Tally;
  readonly faults: Readonly<Record<string, number>>;
  /** Kinds of faults that this machine cannot make, with the reason. */
  readonly leftOut: readonly string[];
  readonly histories: readonly History[];
  readonly notMade: number;
  readonly bad: readonly History[];
  /** Answers that the contract allows nowhere. */
  readonly odd: readonly string[];
  /** What the services have logged; it is removed at the end. */
  readonly logFolder: string;
}

/**
 * Starts the fleet, lets clients race for one-time acts while faults happen, mends everything, looks at each object once
 * more, and checks all histories.
 */
export async function runHistories(plan: Plan, teardown: Teardown): Promise<Report> {
  const fleet = await startFleet(teardown, plan);
  const tally: Tally = { calls: 0, unanswered: 0, refused: 0 };
  const recorders: Recorder[] = [];
  const odd: string[] = [];
  const endMs = performance.now() + plan.seconds * 1000;
  // Races that nobody has run to their end: on a slow machine they take longer than the plan says.
  const missing = new Set(shares.map(([race]) => race));
  let isLooking = false;
  const isOver = () => !isLooking && missing.size === 0 && performance.now() > endMs;
  const faults = startFaults(fleet, plan.seed, isOver);
  const isRacing = () => !isLooking;
  const isSteady = (fromMs: number, toMs: number) =>
    faults.wrongClocks.every((wrong) => wrong.toMs < fromMs || wrong.fromMs > toMs);
  const clockwork = { originMs: performance.now(), tally, isRacing, isSteady };
  const world = createWorld(fleet, { recorders, odd, isOver, clockwork });
  const notMade = await runClients(plan, world, missing);
  await faults.ended;
  await waitForReady(fleet);
  isLooking = true;
  await lookAgain(world);
  const histories = recorders.map((recorder) => recorder.history()).filter(({ calls }) => calls.length > 0);
  return {
    tally,
    faults: faults.counts,
    leftOut: listLeftOut(fleet),
    histories,
    notMade,
    bad: histories.filter((history) => !judge(history).isExplained),
    odd,
    logFolder: fleet.logFolder,
  };
}

interface Ledger {
  readonly recorders: Recorder[];
  readonly odd: string[];
  readonly isOver: () => boolean;
  readonly clockwork: Clockwork;
}

function createWorld(
  { urls, publicUrls, databaseUrls }: Fleet,
  { recorders, odd, isOver, clockwork }: Ledger,
): World {
  const oddities: Oddities = {
    add: (what, reply) =>
      void odd.push(
        `${what}: ${reply?.status} ${codeOf(reply)} ${JSON.stringify(reply?.body).slice(0, 300)}`,
      ),
  };
  return {
    replicas: urls,
    dropAudience: publicUrls.drop,
    ssoOrigin: publicUrls.sso,
    addPasskey: (passkey) => addPasskey(databaseUrls['user-api'], passkey),
    odd: oddities,
    isOver,
    lastLooks: [],
    begin() {
      const fromMs = performance.now();
      return (kind, key, start = '') => {
        const recorder = startRecorder({ kind, key, start }, fromMs, clockwork);
        recorders.push(recorder);
        return recorder;
      };
    },
  };
}

async function runClients({ seed, clients }: Plan, world: World, missing: Set<Race>): Promise<number> {
  let notMade = 0;
  const work = async (client: number) => {
    const own = shares[client % shares.length]?.[0];
    for (let turn = 0; !world.isOver(); turn += 1) {
      const random = createRandom(`${seed} client ${client} ${turn}`);
      try {
        const race = own !== undefined && missing.has(own) ? own : random.pick(races);
        await race(world, random);
        missing.delete(race);
      } catch (error) {
        if (!(error instanceof NotMade)) throw error;
        notMade += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return notMade;
}

async function waitForReady({ urls }: Fleet): Promise<void> {
  const all = urls.flatMap((set) => Object.values(set) as string[]);
  for (const url of all)
    await waitUntil(
      () => isReady(url),
      () => new Error(`${url} is not ready when all faults are over`),
    );
  // What hung in silence is replaced by then.
  await wait(1_000);
}

async function lookAgain({ lastLooks }: World): Promise<void> {
  const queue = lastLooks.values();
  const work = async () => {
    for (const look of queue) await look();
  };
  await Promise.all([work(), work(), work(), work()]);
}

function listLeftOut({ disk, hasClocks }: Fleet): string[] {
  return [
    ...(disk === undefined ? ['disk full: this user may not mount a file system'] : []),
    ...(hasClocks ? [] : ['clocks: there is no libfaketime (on Debian: apt-get install faketime)']),
  ];
}
