import { cleanText } from '../clean-text.ts';
import type { Theme } from './theme.ts';

const longestName = 40;

interface Checked {
  /** Undefined where something is wrong. */
  readonly theme: Theme | undefined;
  /** What is wrong, each a sentence that names its key. */
  readonly complaints: readonly string[];
}

const keys = ['name', 'sender'];

/** Checks what a theme file holds. All that is wrong is said at once. */
export function checkTheme(fields: unknown): Checked {
  if (!isObject(fields)) return { theme: undefined, complaints: [objectComplaint] };
  const given = fields;
  const complaints = Object.keys(given)
    .filter((key) => !keys.includes(key))
    .map((key) => `${key} is not a key of a theme; those are ${keys.join(', ')}`);
  const name = readName(given['name']);
  if (name === undefined) complaints.push(`name ${nameComplaint}`);
  const sender = given['sender'] === undefined ? name : readName(given['sender']);
  if (sender === undefined && given['sender'] !== undefined) complaints.push(`sender ${nameComplaint}`);
  const isGood = complaints.length === 0 && name !== undefined;
  return { theme: isGood ? { name, sender } : undefined, complaints };
}

const objectComplaint = 'it must be an object with a name, such as {"name":"Example"}';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameComplaint = `must have 1 to ${longestName} characters that can be seen, and no ", <, > or @`;

/** As it is shown: what cannot be seen is left out. */
function readName(given: unknown): string | undefined {
  if (typeof given !== 'string' || /["<>@]/.test(given)) return undefined;
  const name = cleanText(given, given.length);
  return name !== '' && Array.from(name).length <= longestName ? name : undefined;
}
