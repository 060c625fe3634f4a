import { withDatabaseName } from '@latchkey/database';
import { services, type ServiceName } from '../../infra/local/service-list.ts';
import { askService } from '../inside/ask-service.ts';
import type { SentStatement } from '../inside/record-statements.ts';
import type { Run, Side } from '../measure/workload.ts';
import type { Place } from '../place/start-place.ts';
import { copyDatabase } from './copy-database.ts';
import { connectReplay, type RequestStatements } from './replay.ts';

interface Recorded {
  readonly service: ServiceName;
  /** Copies of its database: as it was before the recording, and the one that a replay writes to. */
  readonly before: string;
  readonly replayed: string;
  readonly requests: readonly (readonly SentStatement[])[];
}

interface SqlOptions {
  /** Whose statements count. */
  readonly services: readonly ServiceName[];
  /** The statements only read, or may be sent again, so that they are sent until the time is over. */
  readonly repeats: boolean;
  readonly isBudgetFloor?: boolean;
}

let copies = 0;

/**
 * Adds the floor of the very statements that the services send, through bare pg. The side's warm-up is recorded; each
 * round replays it on a copy of what the databases held before.
 */
export function withSqlSide(place: Place, side: Side, options: SqlOptions): [Side, Side] {
  let slots: RequestStatements[][] = [];
  let recorded: Recorded[] = [];
  const recording =
    (run: Run): Run =>
    async (seconds) => {
      const result = await record(place, options.services, () => run(seconds));
      recorded = result.recorded;
      slots = spread(place, recorded, result.result.latenciesMs.length);
      return result.result;
    };
  const prepareReplay = async (round: number): Promise<Run> => {
    if (!options.repeats || round === 0)
      for (const { before, replayed } of recorded) await copyDatabase(place.postgresUrl, before, replayed);
    const urls = recorded.map(({ replayed }) => withDatabaseName(place.postgresUrl, replayed));
    const replay = await connectReplay(urls);
    const warmUp = slots.slice(0, slots.length / 5);
    const { failures } = await replay.run(once(warmUp));
    return async (seconds) => {
      const rest = options.repeats ? again(slots, seconds) : once(slots.slice(warmUp.length));
      const result = await replay.run(rest);
      await replay.close();
      return { ...result, failures: new Map([...failures, ...result.failures]) };
    };
  };
  return [
    {
      ...side,
      prepare: async (round) => (round === 0 ? recording(await side.prepare(0)) : side.prepare(round)),
    },
    {
      name: 'its SQL alone',
      kind: 'floor',
      processes: [],
      ...(options.isBudgetFloor === undefined ? {} : { isBudgetFloor: options.isBudgetFloor }),
      prepare: prepareReplay,
    },
  ];
}

const once = (slots: readonly RequestStatements[][]) => {
  let next = 0;
  return () => slots[next++];
};

function again(slots: readonly RequestStatements[][], seconds: number) {
  const deadline = performance.now() + seconds * 1000;
  let next = 0;
  return () => (performance.now() < deadline ? slots[next++ % slots.length] : undefined);
}

async function record<Result>(place: Place, names: readonly ServiceName[], run: () => Promise<Result>) {
  const planned = names.map((service) => {
    const { database = service } = services.find(({ name }) => name === service) ?? {};
    copies += 1;
    return {
      service,
      database,
      before: `${database}_before_${copies}`,
      replayed: `${database}_replayed_${copies}`,
    };
  });
  for (const { database, before } of planned) await copyDatabase(place.postgresUrl, database, before);
  for (const service of names) await askService(place.controls[service], 'record/start');
  const result = await run();
  const recorded: Recorded[] = [];
  for (const { database: _database, ...plan } of planned)
    recorded.push({ ...plan, requests: await askService(place.controls[plan.service], 'record/stop') });
  return { result, recorded };
}

/** Spreads what each service sent evenly over the requests of the load: a service may gather those of several. */
function spread({ postgresUrl }: Place, recorded: readonly Recorded[], count: number): RequestStatements[][] {
  const slots = Array.from({ length: count }, (): RequestStatements[] => []);
  for (const { replayed, requests } of recorded)
    for (const [index, statements] of requests.entries()) {
      const database = withDatabaseName(postgresUrl, replayed);
      slots[Math.floor((index * count) / requests.length)]?.push({ database, statements });
    }
  return slots;
}
