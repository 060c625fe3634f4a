import type { RawRequest } from './raw-request.ts';

/** Our schemes, whose values have no comma: a proxy has joined two headers. Others, such as Digest, do have commas. */
const joinedAuthorization = /^\s*(basic|bearer|dpop)\b.*,/i;

/**
 * The header of a credential that was sent twice, as two headers or joined with a comma; undefined when none did. Two
 * readers could otherwise take different ones. Source: RFC 9449 4.3, RFC 9110 5.3, contract part 0 "Parsed request".
 */
export function findRepeatedHeader(headers: RawRequest['headers']): 'authorization' | 'dpop' | undefined {
  const [authorization, proofs] = [headers['authorization'], headers['dpop']].map((one) =>
    [one ?? []].flat(),
  );
  if (authorization !== undefined && isRepeated(authorization, joinedAuthorization)) return 'authorization';
  return proofs !== undefined && isRepeated(proofs, /,/) ? 'dpop' : undefined;
}

function isRepeated(values: readonly string[], joined: RegExp): boolean {
  return values.length > 1 || values.some((value) => joined.test(value));
}
