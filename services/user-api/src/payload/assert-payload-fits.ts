import { ApiError } from '@latchkey/errors';
import type { RelayClaims, RelayPurpose } from '@latchkey/tokens';
import { errors } from '../errors.ts';

/** What the request says it is; what it does not say is undefined and then not compared. */
export interface PayloadExpectation {
  readonly purpose: RelayPurpose;
  readonly clientId?: string | undefined;
  /** For member routes: as sent. A user route takes no payload for an org. */
  readonly org?: string | undefined;
  /** How the subject is authenticated here. */
  readonly methods: readonly string[];
}

/** Throws payload_mismatch unless purpose, client, org and method of the payload are those of the request. */
export function assertPayloadFits(payload: RelayClaims, expected: PayloadExpectation): void {
  const { purpose, clientId, org = '', methods } = expected;
  const { method = '' } = payload;
  const fits =
    payload.purpose === purpose &&
    (clientId === undefined || clientId === payload.client_id) &&
    (payload.org ?? '') === org &&
    (method === '' || methods.includes(method));
  if (!fits) throw new ApiError(errors.payloadMismatch);
}
