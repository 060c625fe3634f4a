import { text } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import { splitScope } from '@latchkey/tokens';
import { readAudience } from '../../oauth/client/audience-parameters.ts';
import type { Client } from '../../oauth/client/client.ts';
import { narrowingParameters } from '../../oauth/client/narrow-grant.ts';
import type { Road } from '../../oauth/device/device.ts';
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
  /** Both are empty where neither was sent, which only some clients may do. */
  readonly chain: string;
  readonly link: string;
  /** Thumbprint of the key that the request proved. */
  readonly jkt: string | undefined;
  /** Its own scope names openid. */
  readonly wantsIdToken: boolean;
  /** Hash of all of it, for a repetition to be known as the same. */
  readonly requestHash: string;
}

/**
 * Throws invalid_request when the token was not sent, or chain or link where they must be: a family of the browser road
 * needs neither, nor does a client whose refresh_binding is optional and which authenticates or proves a key.
 */
export function readPresentation(
  input: RefreshInput,
  { authMethod, refreshBinding }: Client,
  jkt: string | undefined,
  road: Road | undefined,
): Presentation {
  const token = requireParameter(input, 'refresh_token');
  const isProven = authMethod !== 'none' || jkt !== undefined;
  const mayLackBinding = road === 'browser' || (refreshBinding === 'optional' && isProven);
  const isBare = mayLackBinding && !input.binding_chain && !input.binding_link;
  const chain = isBare ? '' : requireParameter(input, 'binding_chain');
  const link = isBare ? '' : requireParameter(input, 'binding_link');
  const all = [token, chain, link, jkt ?? '', input.scope ?? '', ...readAudience(input)];
  const wantsIdToken = splitScope(input.scope).includes('openid');
  return { token, chain, link, jkt, wantsIdToken, requestHash: hashSecret(JSON.stringify(all)) };
}
