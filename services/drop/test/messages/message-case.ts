export type Body = Record<string, unknown>;
export type State =
  | 'none'
  | 'reserved'
  | 'active'
  | 'anonymous'
  | 'consumed'
  | 'revoked'
  | 'expired'
  | 'asked'
  | 'filled'
  | 'withdrawn'
  | 'overdue';
/** Who calls: nobody, the owner, an app of the owner's name, another principal, an admin, or somebody with a bad token. */
export type Caller = 'nobody' | 'owner' | 'app' | 'other' | 'admin' | 'bad';

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  /** Absent: the answer must have no field. */
  readonly field?: string;
}

export interface Case extends Refusal {
  readonly path: string;
  readonly state?: State;
  readonly caller?: Caller;
  readonly body?: Body;
}

/** The key of every drop that a case is about. */
export const key = 'right key';

/** A refusal that says no more than its code and its field. */
export const invalid = (code: string, field: string, status = 400): Refusal => ({
  status,
  message: 'Invalid',
  code,
  field,
});
const unavailable = { status: 401, message: 'Principal id is unavailable' };
export const tokenMissing: Refusal = { ...unavailable, code: 'token_missing' };
export const tokenInvalid: Refusal = { ...unavailable, code: 'token_invalid' };
export const notFound: Refusal = { status: 404, message: 'Drop not found', code: 'not_found', field: 'id' };
export const expired: Refusal = { status: 410, message: 'Drop has expired', code: 'expired' };

export const keyMissing: Refusal = { status: 400, message: 'Missing key', code: 'missing_key', field: 'key' };
export const notReserved: Refusal = {
  status: 409,
  message: 'Only reserved drops may be activated',
  code: 'state_conflict',
};
export const payloadMissing: Refusal = {
  status: 400,
  message: 'Missing payload',
  code: 'missing_payload',
  field: 'payload',
};
export const formatInvalid: Refusal = {
  status: 400,
  message: 'Invalid payload_format',
  code: 'invalid_payload_format',
  field: 'payload_format',
};

/** One row for each of some /v1/drop endpoints; the owner calls, about a drop that fits, unless a row says otherwise. */
export function ofEvery(names: string[], rows: Omit<Case, 'path'>[]): Case[] {
  return names.flatMap((name) => rows.map((row) => ({ path: `/v1/drop/${name}`, ...row })));
}
