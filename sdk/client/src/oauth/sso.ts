import * as oauth from 'oauth4webapi';
import { LatchkeyError } from '../latchkey-error.ts';
import { createSend, systemClock, type Clock, type Settings } from '../settings.ts';
import { readAnswer, type Answer } from './answer.ts';
import { createBrowserCalls, type BrowserCalls } from './browser-calls.ts';
import { openDpopKey, type DpopKey, type PrivateJwk } from './dpop-key.ts';
import { readAppToken, readTokens, type AppToken, type Tokens } from './tokens.ts';

/** Longer than any answer of sso takes, and short enough that a refresh can be repeated within its window of 30 s. */
const requestTimeoutMs = 8_000;

/**
 * The time checks of an id_token, which comes straight from the service that made it, would make a device whose clock
 * is wrong throw away tokens that the service gives only once.
 */
const anyClock = 10 * 365 * 86_400;

/** The calls of sso that a relying party makes, each with its client authentication and the client's key. */
export interface Sso extends BrowserCalls {
  readonly clock: Clock;
  findSiblings(): Promise<Answer<Siblings>>;
  openKey(jwk: PrivateJwk | undefined): Promise<DpopKey | undefined>;
  startDevice(fields: readonly string[][]): Promise<Answer<oauth.DeviceAuthorizationResponse>>;
  /** `number`: what the person typed of the page. */
  redeem(deviceCode: string, key: DpopKey | undefined, number?: string): Promise<Answer<Tokens>>;
  refresh(tokens: Tokens, key: DpopKey | undefined): Promise<Answer<Tokens>>;
  revoke(token: string): Promise<Answer<undefined>>;
  introspect(token: string): Promise<Answer<oauth.IntrospectionResponse>>;
  askForApp(fields: readonly string[][], key: DpopKey | undefined): Promise<Answer<AppToken>>;
  userInfo(accessToken: string, key: DpopKey | undefined): Promise<Answer<oauth.UserInfoResponse>>;
}

/** What the metadata says of the installation (contract part 1 "Routes"). */
export interface Siblings {
  /** What it calls itself, in at most 40 signs that can be seen. Nobody has checked it: show it in quotation marks. */
  readonly name: string | undefined;
  /** The addresses of the other services. */
  readonly userApi: string | undefined;
  readonly drop: string | undefined;
}

export function createSso(settings: Settings): Sso {
  const clock = settings.clock ?? systemClock;
  const client: oauth.Client = { client_id: settings.clientId, [oauth.clockTolerance]: anyClock };
  const auth = chooseAuth(settings);
  const fix = (key?: DpopKey) => ({ ...makeOptions(settings), ...proveWith(key) });
  const now = () => clock.now();
  const read = (answer: oauth.TokenEndpointResponse, key: DpopKey | undefined) =>
    readTokens(answer, now(), key?.jwk);
  const ask = createAsk(settings, clock);

  return {
    clock,
    ...createBrowserCalls({ client, auth, now, ask, fix }),
    findSiblings: () => ask(async (as) => readSiblings(as)),
    openKey: async (jwk) => (jwk === undefined ? undefined : openDpopKey(jwk, client)),
    startDevice: (fields) =>
      ask(async (as) => {
        const form = fields as string[][];
        const response = await oauth.deviceAuthorizationRequest(as, client, auth, form, fix());
        return oauth.processDeviceAuthorizationResponse(as, client, response);
      }),
    redeem: (deviceCode, key, number) =>
      ask(async (as) => {
        const typed = number === undefined ? {} : { additionalParameters: { confirmation: number } };
        const options = { ...fix(key), ...typed };
        const response = await oauth.deviceCodeGrantRequest(as, client, auth, deviceCode, options);
        return read(await oauth.processDeviceCodeResponse(as, client, response), key);
      }),
    refresh: ({ refreshToken, bindingChain, bindingLink }, key) =>
      ask(async (as) => {
        const additionalParameters = { binding_chain: bindingChain, binding_link: bindingLink };
        const options = { ...fix(key), additionalParameters };
        const response = await oauth.refreshTokenGrantRequest(as, client, auth, refreshToken, options);
        return read(await oauth.processRefreshTokenResponse(as, client, response), key);
      }),
    revoke: (token) =>
      ask(async (as) =>
        oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, token, fix())),
      ),
    introspect: (token) =>
      ask(async (as) => {
        const response = await oauth.introspectionRequest(as, client, auth, token, fix());
        return oauth.processIntrospectionResponse(as, client, response);
      }),
    askForApp: (fields, key) =>
      ask(async (as) => {
        const form = fields as string[][];
        const response = await oauth.clientCredentialsGrantRequest(as, client, auth, form, fix(key));
        return readAppToken(await oauth.processClientCredentialsResponse(as, client, response));
      }),
    userInfo: (accessToken, key) =>
      ask(async (as) => {
        const response = await oauth.userInfoRequest(as, client, accessToken, fix(key));
        return oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, response);
      }),
  };
}

const readSiblings = (as: oauth.AuthorizationServer): Siblings => ({
  name: readName(as['latchkey_name']),
  userApi: readAddress(as['latchkey_user_api']),
  drop: readAddress(as['latchkey_drop']),
});

const readAddress = (named: unknown) =>
  typeof named === 'string' && URL.canParse(named) ? named : undefined;

/** Longer than any name of an installation. */
const longestName = 40;

/** Without what would change how the text around it is shown. */
function readName(named: unknown): string | undefined {
  if (typeof named !== 'string') return undefined;
  const seen = named.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return seen === '' ? undefined : Array.from(seen).slice(0, longestName).join('');
}

/** Makes a call with the metadata and says how it went. */
function createAsk(settings: Settings, clock: Clock) {
  const find = createDiscovery(settings);
  return function ask<T>(call: (as: oauth.AuthorizationServer) => Promise<T>): Promise<Answer<T>> {
    const attempt = async () => call(await find());
    // A server may ask for a nonce in the proof (RFC 9449 8); nothing has happened then, and the key remembers it.
    const withNonce = () =>
      attempt().catch((error: unknown) =>
        oauth.isDPoPNonceError(error) ? attempt() : Promise.reject(error),
      );
    return readAnswer(withNonce, { address: settings.sso, nowMs: () => clock.now() });
  };
}

function chooseAuth({ clientSecret, clientAuth }: Settings): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return clientAuth === 'basic'
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

const proveWith = (key: DpopKey | undefined) => (key === undefined ? {} : { DPoP: key.handle });

function makeOptions(settings: Settings) {
  const send = createSend(settings);
  return {
    // `send` judges each address.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: object) => send(url, init),
    signal: AbortSignal.timeout(requestTimeoutMs),
  };
}

/** The address answers, and not as the issuer that the settings name. */
function createNoIssuer({ href }: URL, status: number, error: unknown): LatchkeyError {
  const { code, cause } = error as { readonly code?: string; readonly cause?: unknown };
  const { issuer } = ((cause as { body?: unknown } | undefined)?.body ?? {}) as { issuer?: unknown };
  if (code === oauth.JSON_ATTRIBUTE_COMPARISON && typeof issuer === 'string' && URL.canParse(issuer))
    return new LatchkeyError(
      'not_configured',
      `The metadata at ${href} names another issuer, ${new URL(issuer).href}; sso must be that address.`,
    );
  const sentence = `${href} sent no metadata of an issuer (status ${status})`;
  return status === 404
    ? new LatchkeyError('not_configured', `${sentence}; sso must be the address of one.`)
    : new LatchkeyError('no_answer', `${sentence}.`);
}

/**
 * Asks for the metadata once and holds its issuer to the address (RFC 8414 3.3); a failure is not remembered. An issuer
 * with a path may have it where OpenID Connect Discovery 4.1 puts it, behind the path.
 */
function createDiscovery(settings: Settings): () => Promise<oauth.AuthorizationServer> {
  const issuer = new URL(settings.sso);
  let found: Promise<oauth.AuthorizationServer> | undefined;
  const discover = async () => {
    const options = makeOptions(settings);
    const first = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
    if (first.status === 404) await first.body?.cancel();
    const response =
      first.status === 404 ? await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options }) : first;
    return oauth.processDiscoveryResponse(issuer, response).catch((error: unknown) => {
      throw response.status < 500 ? createNoIssuer(issuer, response.status, error) : error;
    });
  };
  return () => {
    found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
