import { isIP } from 'node:net';
import { parseKeyList } from '@latchkey/secrets';

const shortestSecret = 32;
const fewestDistinctCharacters = 8;
const demoWords =
  /demo|default|change.?(me|this)|local.?only|example|placeholder|insecure|latchkey|password|secret|your[-_]/i;
const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

interface Format {
  validate: (text: string) => boolean;
  /** The sentence after the variable's name. It never holds the value, which may be a secret. */
  complaint: string;
}

/**
 * The formats that a config schema may name. A `secret` has at least 32 characters. A `key-list` is `kid:key,…`, the
 * newest first. In production, neither may be a demo or default value (contract part 0 "Every service").
 */
export function createFormats(production: boolean): Record<string, Format> {
  return {
    url: {
      validate: (text) => isUrl(text, ['http:', 'https:']),
      complaint: 'must be an http or https address',
    },
    'postgres-url': {
      validate: (text) => isUrl(text, ['postgres:', 'postgresql:']),
      complaint: 'must be a postgres:// address',
    },
    'redis-url': {
      validate: (text) => isUrl(text, ['redis:', 'rediss:']),
      complaint: 'must be a redis:// or rediss:// address',
    },
    origin: { validate: isOrigin, complaint: 'must be origins such as https://app.example.com, or *' },
    networks: {
      validate: (text) => text.split(',').every((part) => isNetwork(part.trim())),
      complaint: 'must be addresses, CIDR networks, loopback, linklocal or uniquelocal',
    },
    'key-list': {
      validate: (text) => isKeyList(text) && !(production && isGuessableSecret(text)),
      complaint: production
        ? 'must be kid:key pairs of 32 random bytes in base64url, each kid once, and no demo or default value in production'
        : 'must be kid:key pairs, each kid once, each key 32 bytes in base64url',
    },
    secret: {
      validate: (text) => text.length >= shortestSecret && !(production && isGuessableSecret(text)),
      complaint: production
        ? `must be at least ${shortestSecret} random characters, and no demo or default value in production`
        : `must be at least ${shortestSecret} characters`,
    },
  };
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
}

function isOrigin(text: string): boolean {
  return text === '*' || (isUrl(text, ['http:', 'https:']) && URL.parse(text)?.origin === text);
}

function isKeyList(text: string): boolean {
  try {
    return parseKeyList(text).length > 0;
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

function isGuessableSecret(text: string): boolean {
  return demoWords.test(text) || new Set(text).size < fewestDistinctCharacters;
}
