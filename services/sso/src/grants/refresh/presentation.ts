import { text } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import { readAudience } from '../../client/audience-parameters.ts';
import { narrowingParameters } from '../../client/narrow-grant.ts';
import { requireParameter, type TokenInput } from '../grant.ts';

/** What the refresh grant takes. */
export const refreshParameters = {
  refresh_token: text,
  binding_chain: text,
  binding_link: text,
  ...narrowingParameters,
} as const;

export type RefreshInput = TokenInput<typeof refreshParameters>;

/** A refresh as it was presented. */
export interface Presentation {
  readonly token: string;
  readonly chain: string;
  readonly linkHash: string;
  /** Thumbprint of the key that the request proved. */
  readonly jkt: string | undefined;
  /** Hash of the other parameters and the key, for a repetition to be known as the same. */
  readonly requestHash: string;
}

/** Throws invalid_request when token, chain or link was not sent. */
export function readPresentation(input: RefreshInput, jkt: string | undefined): Presentation {
  const token = requireParameter(input, 'refresh_token');
  const chain = requireParameter(input, 'binding_chain');
  const linkHash = hashSecret(requireParameter(input, 'binding_link'));
  const others = [jkt ?? '', input.scope ?? '', ...readAudience(input)];
  const requestHash = hashSecret(JSON.stringify(others));
  return { token, chain, linkHash, requestHash, jkt };
}
