import { ownAccountCalls, type Contract, type SentFields } from '@latchkey/contracts';
import type {
  DownloadAnswer,
  DownloadClient,
  ServiceAnswer,
  ServiceClient,
} from '@latchkey/contracts/service-client';
import { accountClientId } from '@latchkey/tokens';
import type { OperatorMfa } from '../oauth/token/rights.ts';
import type { TokenSigner } from '../oauth/token/sign-access-token.ts';
import type { SignedInVisit } from '../people/sign-in/visit.ts';
import { endings, signCall } from './sign-call.ts';

/** Asks user-api, or drop, for the person who is signed in to the browser. Undefined when that sign-in has ended. */
export type AskAccount = <Called extends Contract>(
  visit: SignedInVisit,
  to: Called,
  body: SentFields<Called['input']>,
) => Promise<ServiceAnswer<Called> | undefined>;

/**
 * Opens the file of all that is kept of that person's account; an empty password was not typed. Undefined when the sign-in
 * has ended.
 */
export type OpenExport = (visit: SignedInVisit, password: string) => Promise<DownloadAnswer | undefined>;

interface AccountParts {
  readonly call: ServiceClient;
  readonly signer: TokenSigner;
  readonly now: () => number;
  /** The address of the sibling, which is the audience of its tokens, and what they may do there. */
  readonly audience: string;
  readonly operatorMfa: OperatorMfa;
  readonly scope: string;
}

/**
 * Asks with a token that is signed for this one call. Rejects with upstream_unavailable when the sibling gives no valid
 * answer.
 */
export function createAskAccount(parts: AccountParts): AskAccount {
  return async (visit, to, body) => {
    const sent = Object.assign({ 'auth.token': await signFor(parts, visit) }, body);
    const answer = await parts.call({ to, body: sent, traceparent: visit.traceparent });
    return answer.ok || !endings.has(answer.code) ? answer : undefined;
  };
}

/** Opens the export of the account as {@link createAskAccount} asks. */
export function createOpenExport(parts: AccountParts & { readonly download: DownloadClient }): OpenExport {
  return async (visit, password) => {
    const typed = password === '' ? {} : { 'auth.pass': password };
    const body = { 'auth.token': await signFor(parts, visit), ...typed };
    const { traceparent } = visit;
    const answer = await parts.download({ to: ownAccountCalls.export, body, traceparent });
    return answer.ok || !endings.has(answer.code) ? answer : undefined;
  };
}

/** The person has no power of an operator on the account page. */
function signFor(
  { signer, audience: aud, scope, operatorMfa, now }: AccountParts,
  visit: SignedInVisit,
): Promise<string> {
  const rights = { client_id: accountClientId, aud, scope, pk: 'user', operatorMfa } as const;
  return signCall(signer, visit, rights, now());
}
