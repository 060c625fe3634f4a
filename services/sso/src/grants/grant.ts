import { ApiError, type ErrorSpec, type SentFields, type text, type texts } from '@latchkey/contracts';
import { readProofKey } from '../access/read-proof-key.ts';
import type { SsoContext } from '../context.ts';
import type { Client } from '../oauth/client/client.ts';
import type { AccessPackage } from '../oauth/token/token-package.ts';

/** Schemas of a grant's parameters by name; each may be left out. */
type Parameters = Readonly<Record<string, typeof text | typeof texts>>;

/** What was sent for such parameters. */
export type TokenInput<Sent extends Parameters> = SentFields<{ readonly properties: Sent }>;

/** An authenticated client's request for tokens. */
export interface TokenRequest<Input = unknown> {
  readonly client: Client;
  readonly input: Input;
  readonly proof: string | undefined;
  readonly traceparent: string;
  readonly ip: string;
  /** Milliseconds since the request began, by a monotonic clock. */
  readonly ageMs: () => number;
  /** Whether the caller has closed or reset its connection. */
  readonly isGone: () => Promise<boolean>;
}

/** One way to get tokens: a list of named checks, and what is issued when all of them hold. */
export interface Grant {
  /** What the token endpoint takes for this grant. */
  readonly parameters: Parameters;
  /** Everything its checks can refuse with. */
  readonly errors: readonly ErrorSpec[];
  issue(context: SsoContext, request: TokenRequest): Promise<AccessPackage>;
}

/** Makes a grant of its definition: `issue` gets the input that its parameters describe. */
export function defineGrant<const Sent extends Parameters>(
  definition: Omit<Grant, 'parameters' | 'issue'> & {
    readonly parameters: Sent;
    issue(context: SsoContext, request: TokenRequest<TokenInput<Sent>>): Promise<AccessPackage>;
  },
): Grant {
  // The token endpoint hands over only input that fits the parameters.
  return definition;
}

/** The parameter's value; throws invalid_request when it was not sent. Source: RFC 6749 5.2. */
export function requireParameter<Name extends string>(
  input: Readonly<Partial<Record<NoInfer<Name>, string | undefined>>>,
  name: Name,
): string {
  const value = input[name];
  if (value === undefined) throw new ApiError(missing(name));
  return value;
}

/** The error for a parameter that a grant needs and that was not sent. */
export function missing(name: string): ErrorSpec {
  return { code: 'invalid_request', message: `${name} is required` };
}

/** The key that the request proves to hold; throws invalid_dpop_proof and use_dpop_nonce. Source: RFC 9449 5. */
export function readTokenKey(context: SsoContext, { proof }: TokenRequest): Promise<string | undefined> {
  return readProofKey(context, proof, { htm: 'POST', htu: `${context.settings.ssoUrl}/token` });
}
