import type { Workload } from '../measure/workload.ts';
import { createIssuers, createTokenStock } from '../place/issuers.ts';
import type { Place } from '../place/start-place.ts';
import type { Sizes } from '../sizes.ts';
import { createSessions, measureClientSearch, measureLogin, measureSession } from './accounts.ts';
import { measureDeviceAuthorization, measureHello, measurePendingPoll } from './device-flow.ts';
import { measureConsume, measurePassphrase, measureStore, raceTakers } from './drops.ts';
import type { Bench } from './sides.ts';
import {
  measureAccessIntrospection,
  measureIntrospection,
  measurePickup,
  measureRefresh,
  racePickups,
} from './tokens.ts';

const makers = [
  measureHello,
  measureDeviceAuthorization,
  measurePendingPoll,
  measurePickup,
  measureRefresh,
  measureIntrospection,
  measureAccessIntrospection,
  racePickups,
  measureStore,
  measureConsume,
  raceTakers,
  measurePassphrase,
  measureLogin,
  measureSession,
  measureClientSearch,
];

/** All workloads, in the order in which they share what they make. */
export function listWorkloads(place: Place, sizes: Sizes): Workload[] {
  const bench: Bench = {
    place,
    sizes,
    issuers: createIssuers(place),
    stock: createTokenStock(),
    sessions: createSessions({ place, sizes }),
  };
  return makers.map((make) => make(bench));
}
