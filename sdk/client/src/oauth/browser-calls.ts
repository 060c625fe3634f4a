import * as oauth from 'oauth4webapi';
import type { Answer } from './answer.ts';
import type { DpopKey } from './dpop-key.ts';
import { readBrowserTokens, type KeptTokens } from './tokens.ts';

/** What a browser brought back to the address that was asked for. */
export type Callback =
  | { readonly type: 'code'; readonly parameters: URLSearchParams }
  | { readonly type: 'refused'; readonly code: string; readonly description: string | undefined };

/** What a code is redeemed with, beside itself. */
export interface CodeProof {
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** The calls of a sign-in in a browser. Source: RFC 6749 4.1, RFC 7636, RFC 9207. */
export interface BrowserCalls {
  /** The page of a sign-in in a browser; undefined where the installation has none. */
  findBrowserPage(): Promise<Answer<string | undefined>>;
  /** `none` where the query is not the answer to the request with this state: a wrong state or iss, or no code. */
  readCallback(query: URLSearchParams, state: string): Promise<Answer<Callback>>;
  redeemCode(
    parameters: URLSearchParams,
    proof: CodeProof,
    key: DpopKey | undefined,
  ): Promise<Answer<KeptTokens>>;
}

interface Tools {
  readonly client: oauth.Client;
  readonly auth: oauth.ClientAuth;
  now(): number;
  ask<T>(call: (as: oauth.AuthorizationServer) => Promise<T>): Promise<Answer<T>>;
  /** What every request is sent with. */
  fix(key: DpopKey | undefined): object;
}

export function createBrowserCalls({ client, auth, now, ask, fix }: Tools): BrowserCalls {
  const read = (as: oauth.AuthorizationServer, query: URLSearchParams, state: string): Callback => {
    try {
      const parameters = oauth.validateAuthResponse(as, client, query, state);
      if (!parameters.has('code')) throw new oauth.OperationProcessingError('There is no code.');
      return { type: 'code', parameters };
    } catch (error) {
      if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
      return { type: 'refused', code: error.error, description: error.error_description };
    }
  };
  return {
    findBrowserPage: () => ask(async (as) => as.authorization_endpoint),
    readCallback: (query, state) => ask(async (as) => read(as, query, state)),
    redeemCode: (parameters, { redirectUri, codeVerifier }, key) =>
      ask(async (as) => {
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          auth,
          parameters,
          redirectUri,
          codeVerifier,
          fix(key),
        );
        const answer = await oauth.processAuthorizationCodeResponse(as, client, response);
        return readBrowserTokens(answer, now(), key?.jwk);
      }),
  };
}
