import { isIP } from 'node:net';
import { isServiceKey, parseKeyList, parseServiceCallers } from '@latchkey/secrets';
import { isDemoPassword, isGuessableKey, isGuessableSecret } from './guessable.ts';
import { findBadParameter } from './server-parameters.ts';

const shortestSecret = 32;
const plainly =
  'written as browsers write it: in lower case, without blanks, a user, a query, a fragment and the usual port';
const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

interface Format {
  validate: (text: string) => boolean;
  /** The sentence after the variable's name. It never holds the value, which may be a secret. */
  complaint: string;
  /** A sentence in place of that one, about what this value has. */
  complainOf?: (text: string) => string | undefined;
}

/** What decides how strict the formats are. */
export interface FormatOptions {
  readonly production: boolean;
  /** The servers that may be used without a password in production. */
  readonly passwordless: readonly string[];
}

/**
 * The formats that a config schema may name. A `secret` has at least 32 characters. A `key-list` is `kid:key,…`, the
 * newest first. A `public-url` is an address that callers know. In production no secret, key or password may be a demo or
 * default value, a public address is https, and PostgreSQL and Redis have a password or a client certificate
 * (contract part 0 "Production").
 */
export function createFormats({ production, passwordless }: FormatOptions): Record<string, Format> {
  return {
    url: {
      validate: (text) => isPlainUrl(text, ['http:', 'https:']),
      complaint: `must be an http or https address, ${plainly}`,
    },
    'public-url': {
      validate: (text) => isPlainUrl(text, production ? ['https:'] : ['http:', 'https:']),
      complaint: production
        ? `must be an https address, as callers know it, in production, ${plainly}`
        : `must be an http or https address, ${plainly}`,
    },
    'public-origin': {
      validate: (text) =>
        isPlainUrl(text, production ? ['https:'] : ['http:', 'https:']) &&
        /^\/*$/.test(URL.parse(text)?.pathname ?? ''),
      complaint: `must be an http${production ? 's' : ''} address without a path, since pages are at the root of their host, ${plainly}`,
    },
    host: {
      validate: (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text),
      complaint: 'must be an IP address without brackets, or the name of a host',
    },
    ...createServerFormats({ production, passwordless }),
    ...createSecretFormats(production),
    names: {
      validate: isNames,
      complaint: 'must be a JSON object of texts, such as {"https://api.example.com":"Example API"}',
    },
    ...mailFormats(production),
    contact: {
      validate: (text) =>
        isUrl(text, ['https:']) || (/^mailto:[^@]+@[^@]+$/.test(text) && !hidden.test(text)),
      complaint: 'must be an https or mailto address, such as mailto:security@example.com',
    },
    origin: { validate: isOrigin, complaint: 'must be origins such as https://app.example.com, or *' },
    networks: {
      validate: (text) => text === 'none' || text.split(',').every((part) => isNetwork(part.trim())),
      complaint: 'must be addresses, CIDR networks, loopback, linklocal or uniquelocal, or none',
    },
    places: {
      validate: (text) =>
        text.split(/[,;]/).every((part) => !networkNames.has(part.trim()) && isNetwork(part.trim())),
      complaint: 'must be addresses and CIDR networks, such as 203.0.113.0/24,2001:db8::/48;198.51.100.7',
    },
  };
}

/** The addresses of PostgreSQL and Redis. Only a password authenticates Redis: its address names no certificate. */
function createServerFormats({ production, passwordless }: FormatOptions): Record<string, Format> {
  const needsPassword = (server: string) => production && !passwordless.includes(server);
  return {
    'postgres-url': {
      validate: (text) =>
        isUrl(text, ['postgres:', 'postgresql:']) &&
        findBadParameter('postgres', text) === undefined &&
        !(production && isDemoPassword(passwordOf(text))) &&
        (!needsPassword('postgres') || passwordOf(text) !== '' || hasCertificate(text)),
      complaint: needsPassword('postgres')
        ? 'must be a postgres:// address with a password that is no demo or default value, or with sslcert and sslkey, in production'
        : 'must be a postgres:// address',
      complainOf: (text) => findBadParameter('postgres', text),
    },
    'redis-url': {
      validate: (text) =>
        isUrl(text, ['redis:', 'rediss:']) &&
        /^\/?\d*$/.test(URL.parse(text)?.pathname ?? '') &&
        findBadParameter('redis', text) === undefined &&
        !(production && isDemoPassword(passwordOf(text))) &&
        (!needsPassword('redis') || passwordOf(text) !== ''),
      complaint: needsPassword('redis')
        ? 'must be a redis:// or rediss:// address with a password that is no demo or default value in production'
        : 'must be a redis:// or rediss:// address',
      complainOf: (text) => findBadParameter('redis', text),
    },
    sentinels: {
      validate: (text) =>
        text.split(',').every((one) => isUrl(`redis://${one.trim()}`, ['redis:']) && !/[/?#]/.test(one)),
      complaint: 'must be host:port pairs, such as 10.0.0.1:26379,10.0.0.2:26379',
    },
  };
}

/** A sender's name holds nothing that ends a header or an address. */
const senderForm = /^(?:[^"<>\p{C}]+ <[^\s\p{C}<>@"]+@[^\s\p{C}<>@"]+>|[^\s\p{C}<>@"]+@[^\s\p{C}<>@"]+)$/u;

function mailFormats(production: boolean): Record<string, Format> {
  return {
    'mail-url': {
      validate: (text) =>
        isUrl(text, ['smtp:', 'smtps:']) &&
        /^[a-z]+:\/\/[^/?#]+\/?$/.test(text) &&
        !(production && isDemoPassword(passwordOf(text))),
      complaint: `must be an smtp:// or smtps:// address without a path${production ? ', with no demo or default value as the password in production' : ''}`,
    },
    'mail-sender': {
      validate: (text) => senderForm.test(text),
      complaint: 'must be an address, such as Example <no-reply@example.com>',
    },
  };
}

function createSecretFormats(production: boolean): Record<string, Format> {
  return {
    'key-list': {
      validate: (text) =>
        passes(() => !parseKeyList(text).some(({ key }) => production && isGuessableKey(key))),
      complaint: production
        ? 'must be kid:key pairs of 32 random bytes in base64url, each kid once, and no demo or default value in production'
        : 'must be kid:key pairs, each kid once, each key 32 bytes in base64url',
    },
    'service-key': {
      validate: (text) => isServiceKey(text) && !(production && isGuessableSecret(text)),
      complaint: production
        ? `must be at least ${shortestSecret} random characters of A-Z a-z 0-9 _ -, and no demo or default value in production`
        : `must be at least ${shortestSecret} characters of A-Z a-z 0-9 _ -`,
    },
    'service-callers': {
      validate: (text) =>
        passes(() => parseServiceCallers(text).every(({ key }) => !(production && isGuessableSecret(key)))),
      complaint: `must be caller:key pairs, the caller of a-z -, at most two keys for one caller, each key at least ${shortestSecret} characters of A-Z a-z 0-9 _ -${production ? ', random, and no demo or default value in production' : ''}`,
    },
    secret: {
      validate: (text) => text.length >= shortestSecret && !(production && isGuessableSecret(text)),
      complaint: production
        ? `must be at least ${shortestSecret} random characters, and no demo or default value in production`
        : `must be at least ${shortestSecret} characters`,
    },
  };
}

/** Signs that `new URL` drops or moves, so that the drivers, or a comparison, would see another address than it. */
const hidden = /[\s\p{C}\\]/u;

/** Names in an address are decoded by whoever connects. */
function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    protocols.some((protocol) => url.protocol === protocol && text.startsWith(`${protocol}//`)) &&
    url.hostname !== '' &&
    url.hash === '' &&
    !hidden.test(text) &&
    passes(() => decodeURIComponent(text) !== '' && !hidden.test(decodeURIComponent(url.hostname)))
  );
}

/** Whether an address of http is written as browsers write it: callers compare it, and append paths to it. */
function isPlainUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '';
  return isPlain && [text, `${text}/`].includes(url.href) && isUrl(text, protocols);
}

function isOrigin(text: string): boolean {
  return text === '*' || (isUrl(text, ['http:', 'https:']) && URL.parse(text)?.origin === text);
}

/** The password that is written in an address; blank when there is none. pg takes a parameter first, ioredis last. */
function passwordOf(text: string): string {
  const url = URL.parse(text);
  const [own, named] = [url?.password ?? '', url?.searchParams.get('password') ?? ''];
  return text.startsWith('redis') ? own || named : named || own;
}

function hasCertificate(text: string): boolean {
  const named = URL.parse(text)?.searchParams;
  return Boolean(named?.get('sslcert') && named.get('sslkey'));
}

/** Whether `check` answers true; false when it throws. */
function passes(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  if (networkNames.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/** A JSON object whose values are texts that are not empty. */
function isNames(text: string): boolean {
  try {
    const names: unknown = JSON.parse(text);
    if (typeof names !== 'object' || names === null || Array.isArray(names)) return false;
    return Object.values(names).every((name) => typeof name === 'string' && name.trim() !== '');
  } catch {
    return false;
  }
}
