import { clientsCase } from './cases/clients.ts';
import type { SearchCase } from './search-case.ts';

/** A row of whatever search. */
export interface AnyRow {
  readonly createdAt: Date;
}

/** The searches under test; adding one is its file and a line here. */
export const cases: readonly SearchCase<AnyRow>[] = [clientsCase];
