import { types } from 'node:util';
import { scrubText } from './scrub-text.ts';

const redacted = '[redacted]';
const deepest = 8;
const longestList = 100;

/** Folded names (lower case, letters and digits only) whose value is a secret or may be one. */
const secretNames = new Set([
  'dpop',
  'relay',
  'payload',
  'data',
  'pass',
  'query',
  'search',
  'csrf',
  'ticket',
  'otp',
  'totp',
  'usercode',
  'devicecode',
  'bindinglink',
]);
const secretEndings =
  /(token|secret|password|passphrase|authorization|cookie|key|assertion|verifier|credential)s?$/;

/** Objects whose every member is a secret, as a tree or as dotted or underscored names. */
const secretTrees = /^(auth|deaddrop)([._[]|$)/i;

/** What is known of a name. Names of fields are few; a stranger who makes up others fills no memory. */
const judgedNames = new Map<string, boolean>();
const mostJudgedNames = 1_000;

/**
 * The members of `fields` beside the line's own, without secrets and fit for JSON. Values of secret names are replaced
 * at any depth. All texts are scrubbed (see `scrubText`). Errors keep name, message, stack, code, cause and errors only.
 * Cycles and levels below the eighth are cut. No field replaces a member of the line itself.
 * Source: contract part 0 "Parsed request" 11.
 */
export function redactFields(fields: object, own: object): Record<string, unknown> {
  return redactMembers(fields, [fields], Object.assign(Object.create(null), own));
}

/** `copy` keeps what it already has. */
function redactMembers(
  source: object,
  path: readonly object[],
  copy: Record<string, unknown> = Object.create(null),
): Record<string, unknown> {
  for (const name of Object.keys(source)) {
    if (name in copy) continue;
    const value = readMember(source, name);
    copy[name] = value != null && isSecretName(name) ? redacted : redactValue(value, path);
  }
  return copy;
}

function redactValue(value: unknown, path: readonly object[]): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (path.includes(value)) return '[circular]';
  if (path.length >= deepest) return '[deep]';
  try {
    return redactObject(value, [...path, value]);
  } catch {
    return '[unreadable]';
  }
}

function redactObject(value: object, path: readonly object[]): unknown {
  if (Array.isArray(value))
    return value.slice(0, longestList).map((item: unknown) => redactValue(item, path));
  if (value instanceof Error || types.isNativeError(value)) return redactError(value, path);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return scrubText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[binary]';
  if (value instanceof Map) return redactMembers(Object.fromEntries(value), path);
  if (value instanceof Set) return redactObject([...value], path);
  return redactMembers(value, path);
}

/** Drivers attach queries, parameters and addresses to their errors. Only fields that hold no secret are kept. */
function redactError(error: Error, path: readonly object[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of ['name', 'message', 'stack', 'code', 'cause', 'errors']) {
    const value = readMember(error, name);
    if (value !== undefined) fields[name] = redactValue(value, path);
  }
  return fields;
}

function readMember(source: object, name: string): unknown {
  try {
    return Reflect.get(source, name);
  } catch {
    return '[unreadable]';
  }
}

function isSecretName(name: string): boolean {
  const known = judgedNames.get(name);
  if (known !== undefined) return known;
  const folded = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const isSecret = secretTrees.test(name) || secretNames.has(folded) || secretEndings.test(folded);
  if (judgedNames.size < mostJudgedNames) judgedNames.set(name, isSecret);
  return isSecret;
}
