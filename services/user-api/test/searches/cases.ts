import { clientsCase } from './cases/clients.ts';
import { consentsCase } from './cases/consents.ts';
import { devicesCase } from './cases/devices.ts';
import type { SearchCase } from './search-case.ts';

/** A row of whatever search. */
export interface AnyRow {
  readonly createdAt: Date;
}

/** The searches under test; adding one is its file and a line here. */
export const cases: readonly SearchCase<AnyRow>[] = [clientsCase, consentsCase, devicesCase];

/** Those whose rows are in this service's database. */
export const ownCases = cases.filter(({ isKeptBySso = false }) => !isKeptBySso);
