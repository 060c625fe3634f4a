import { httpStatus, type ErrorCode } from '@latchkey/contracts';

export const successStatus = 200;
/** Answer to a CORS preflight: no body. */
export const preflightStatus = 204;
/** Never sent. Log and metrics use it for a request whose sender closed the connection before the answer, as nginx does. */
export const senderLeftStatus = 499;
/** A redirect after a form was sent, so that a reload does not send it again. */
export const seeOtherStatus = 303;

const proofFaults: ReadonlySet<ErrorCode> = new Set(['invalid_dpop_proof', 'use_dpop_nonce']);

/** A bad proof beside a token is a 401 (RFC 9449 7.1, 9); at OAuth's token endpoint it is a bad request (5, 8). */
export function envelopeStatus(code: ErrorCode): number {
  return proofFaults.has(code) ? httpStatus('invalid_token') : httpStatus(code);
}
