export type Body = Record<string, unknown>;
export type State = 'none' | 'reserved' | 'active' | 'anonymous' | 'consumed' | 'revoked' | 'expired';
/** Who calls: nobody, the owner, another principal, an admin, or somebody with a bad token. */
export type Caller = 'nobody' | 'owner' | 'other' | 'admin' | 'bad';

export interface Case {
  readonly path: string;
  readonly state?: State;
  readonly caller?: Caller;
  readonly body?: Body;
  readonly status: number;
  readonly message: string;
  readonly code: string;
  /** Absent: the answer must have no field. */
  readonly field?: string;
}

/** The key of every drop that a case is about. */
export const key = 'right key';
export const unavailable = 'Principal id is unavailable';

/** One row for each of some /v1/drop endpoints; the owner calls, about a drop that fits, unless a row says otherwise. */
export function ofEvery(names: string[], rows: Omit<Case, 'path'>[]): Case[] {
  return names.flatMap((name) => rows.map((row) => ({ path: `/v1/drop/${name}`, ...row })));
}
