import { foldEmail, isMailAddress } from '@latchkey/contracts';
import { readLocale } from '../../accounts/locale.ts';
import { nameField, readName } from '../../accounts/name.ts';
import { keepImported } from '../../signing-in/password/imported-hash.ts';
import type { TextSealer } from '../../signing-in/totp/text-sealer.ts';
import { roles } from '../orgs/invitation.ts';

/** Somebody who comes from another product. */
interface Person {
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
  readonly locale: string | null;
  readonly org: string | undefined;
  readonly role: (typeof roles)[number];
  readonly createdAt: Date | undefined;
  readonly storedHash: string | null;
}

/** What a line says, as far as it can be answered. */
export interface Line {
  /** What the other product calls the person. */
  readonly ref: string | undefined;
  readonly person: Person | undefined;
  readonly reason: string | undefined;
}

interface Rules {
  readonly now: () => number;
  readonly secrets: Pick<TextSealer, 'seal' | 'open'>;
}

const texts = ['email', 'name', 'locale', 'org', 'role', 'created_at', 'ref', 'password_hash'] as const;
const known: ReadonlySet<string> = new Set([...texts, 'email_verified']);
const longestRef = 200;

/** Throws the reason, as a sentence without its end. */
class Refused extends Error {}

/** Reads a line of JSON. What it does not understand it refuses, and names. Source: contract part 2 "Moving in". */
export function readLine(text: string, rules: Rules): Line {
  let ref: string | undefined;
  try {
    const fields = parse(text);
    ref = textOf(fields, 'ref')?.slice(0, longestRef);
    return { ref, person: readPerson(fields, rules), reason: undefined };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ref, person: undefined, reason: error.message };
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refused('the line is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused('the line is no object');
  const fields = { ...value } as Fields;
  const strange = Object.keys(fields).find((name) => !known.has(name));
  if (strange !== undefined) throw new Refused(`there is no field ${JSON.stringify(strange.slice(0, 40))}`);
  return fields;
}

function textOf(fields: Fields, name: (typeof texts)[number]): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Refused(`${name} must be a text`);
  // PostgreSQL stores neither.
  if (!value.isWellFormed() || value.includes('\0'))
    throw new Refused(`${name} has a zero or half a sign in it`);
  return value;
}

function readPerson(fields: Fields, rules: Rules): Person {
  const email = foldEmail(textOf(fields, 'email') ?? '');
  if (!isMailAddress(email)) throw new Refused('email must be an address that can get mail');
  const { email_verified: isVerified = false } = fields;
  if (typeof isVerified !== 'boolean') throw new Refused('email_verified must be true or false');
  const name = readName(textOf(fields, 'name') ?? email);
  if (name === undefined)
    throw new Refused(`name must be ${nameField.allowed}, at most ${nameField.maxLength} characters`);
  const storedHash = readHash(textOf(fields, 'password_hash'), rules);
  if (storedHash === null && !isVerified)
    throw new Refused('without password_hash, email_verified must be true: /reset is the only way in');
  return {
    email,
    isVerified,
    name,
    locale: readLocale(textOf(fields, 'locale') ?? ''),
    ...readMembership(fields),
    createdAt: readTime(textOf(fields, 'created_at'), rules),
    storedHash,
  };
}

function readMembership(fields: Fields): Pick<Person, 'org' | 'role'> {
  const [org, named = 'member'] = [textOf(fields, 'org'), textOf(fields, 'role')];
  const role = roles.find((one) => one === named);
  if (role === undefined) throw new Refused(`role must be one of ${roles.join(', ')}`);
  if (org === undefined && 'role' in fields) throw new Refused('role needs org');
  return { org, role };
}

function readTime(text: string | undefined, { now }: Rules): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? text : NaN);
  // Those before 1970 are mistakes, and PostgreSQL knows no year 0.
  if (!(time.getTime() >= 0)) throw new Refused('created_at must be a time such as 2026-01-31T09:00:00Z');
  if (time.getTime() > now()) throw new Refused('created_at is in the future');
  return time;
}

function readHash(hash: string | undefined, { secrets }: Rules): string | null {
  if (hash === undefined) return null;
  const kept = keepImported(hash, secrets);
  if ('stored' in kept) return kept.stored;
  throw new Refused(
    kept.problem === 'dear'
      ? 'password_hash costs more than a sign-in may: import without the hash'
      : 'password_hash has no form that is known: import without the hash',
  );
}
