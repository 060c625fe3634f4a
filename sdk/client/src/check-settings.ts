import { LatchkeyError } from './latchkey-error.ts';
import type { Settings } from './settings.ts';

/** Nothing in such a text can be a secret of an address. */
const plainText = /^[\w.:/[\]-]{0,200}$/;
/** VSCHAR without a blank at either end (RFC 6749 A.1 and A.2). */
const identifier = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
/** b64token of RFC 6750 2.1. */
const token = /^[\w.~+/-]+=*$/;

const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);
const isUnset = (value: unknown) => value === undefined;
const has = (value: unknown, ...methods: readonly string[]) =>
  methods.every((name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function');

/** What is wrong with an address, after its name; undefined for a good one. Quotes nothing that may be a password. */
export function judgeAddress(address: unknown): string | undefined {
  // URL drops them, and nothing else does.
  if (/[\p{Cc}\p{Z}]/u.test(String(address))) return 'holds a blank or a control character.';
  if (!URL.canParse(String(address)) || !/^https?:\/\//i.test(String(address))) {
    const quoted = plainText.test(String(address)) ? JSON.stringify(address) : 'no address';
    return `is ${quoted}: an address begins with https:// or http://.`;
  }
  const { username, password, search, hash } = new URL(String(address));
  if (username + password !== '') return 'holds a name or a password, which no address of a service has.';
  return search + hash === '' ? undefined : 'holds a query or a fragment, which no address of a service has.';
}

/** Throws `not_configured` for a setting that no call could work with. Its sentence quotes no secret. */
export function checkSettings(settings: Settings): void {
  const { clientId, clientSecret, clientAuth, userAgent, clock, fetch } = settings;
  checkAddresses(settings);
  if (clientId === undefined || (clientId as unknown) === '')
    throw createFault('clientId is missing: it is the id that sso knows this program by.');
  const checks: Readonly<Record<string, boolean>> = {
    'clientId holds a character that no id has (RFC 6749 A.1)': isText(clientId, identifier),
    'clientSecret is empty, or holds a blank at an end or a character that no secret has (RFC 6749 A.2)':
      isUnset(clientSecret) || isText(clientSecret, identifier),
    'clientAuth is neither post nor basic': ['post', 'basic', undefined].includes(clientAuth),
    'userAgent is empty, or holds a character that no header has: ASCII only, and no line end':
      isUnset(userAgent) || isText(userAgent, identifier),
    'clock is no object with the functions now and wait': isUnset(clock) || has(clock, 'now', 'wait'),
    'fetch is no function': isUnset(fetch) || typeof fetch === 'function',
  };
  for (const [fault, isRight] of Object.entries(checks)) if (!isRight) throw createFault(`${fault}.`);
}

function checkAddresses({ sso, userApi, drop }: Settings): void {
  for (const [name, address] of Object.entries({ sso, userApi, drop })) {
    const fault = address === undefined && name !== 'sso' ? undefined : judgeAddress(address);
    if (fault !== undefined) throw createFault(`${name} ${fault}`);
  }
}

/** Throws `not_configured` for what no header can carry as a token, before anything is sent. */
export function checkToken(accessToken: unknown): void {
  if (!isText(accessToken, token))
    throw createFault('The access token is empty, or holds a character that no token has (RFC 6750 2.1).');
}

const createFault = (sentence: string) => new LatchkeyError('not_configured', sentence);
