import { cleanText } from '../clean-text.ts';
import { isObject, listStrays, type Read } from './fields.ts';
import { readColors } from './read-colors.ts';
import { readLogo } from './read-logo.ts';
import { latchkeyTheme, roundness, type Theme } from './theme.ts';

const longestName = 40;

interface Checked {
  /** Undefined where something is wrong. */
  readonly theme: Theme | undefined;
  /** What is wrong, each a sentence that names its key. */
  readonly complaints: readonly string[];
}

const keys = ['name', 'logo', 'logo_dark', 'colors', 'radius', 'support', 'terms', 'privacy', 'sender'];

/** Checks what a theme file in `folder` holds. All that is wrong is said at once. */
export function checkTheme(fields: unknown, folder: string): Checked {
  if (!isObject(fields)) return { theme: undefined, complaints: [objectComplaint] };
  const complaints = listStrays(fields, keys, 'a theme');
  /** What `read` makes of a key; a sentence of it is a complaint. */
  const take = <Value>(key: string, read: (given: unknown) => Read<Value>): Value | undefined => {
    if (fields[key] === undefined) return undefined;
    const { value, complaint } = read(fields[key]);
    if (complaint !== undefined) complaints.push(`${key} ${complaint}`);
    return value;
  };
  const name = take('name', readName);
  if (fields['name'] === undefined) complaints.push(`name is missing: it ${nameRule}`);
  const theme = {
    sender: take('sender', readName) ?? name,
    logo: take('logo', (given) => readLogo(folder, given)),
    logoDark: take('logo_dark', (given) => readLogo(folder, given)),
    radius: take('radius', readRadius) ?? latchkeyTheme.radius,
    support: take('support', (given) => readAddress(given, supportForm)),
    terms: take('terms', (given) => readAddress(given, httpsForm)),
    privacy: take('privacy', (given) => readAddress(given, httpsForm)),
  };
  if ('logo_dark' in fields && !('logo' in fields)) complaints.push('logo_dark needs logo beside it');
  const { palettes, complaints: ofColors } = readColors(fields['colors']);
  complaints.push(...ofColors);
  return {
    theme: name === undefined || complaints.length > 0 ? undefined : { ...theme, name, palettes },
    complaints,
  };
}

const objectComplaint = 'it must be an object with a name, such as {"name":"Example"}';

const nameRule = `must have 1 to ${longestName} characters that can be seen, and no ", <, > or @`;

/** As it is shown: what cannot be seen is left out. */
function readName(given: unknown): Read<string> {
  if (typeof given !== 'string' || /["<>@]/.test(given)) return { complaint: nameRule };
  const value = cleanText(given, given.length);
  return value !== '' && Array.from(value).length <= longestName ? { value } : { complaint: nameRule };
}

function readRadius(given: unknown): Read<Theme['radius']> {
  const value = Object.keys(roundness).find((one) => one === given) as Theme['radius'] | undefined;
  return value === undefined
    ? { complaint: `must be one of ${Object.keys(roundness).join(', ')}` }
    : { value };
}

const httpsForm = { form: /^https:\/\/[^\s@\\]+$/, rule: 'an https address' };
const supportForm = {
  form: /^(?:https:\/\/[^\s@\\]+|mailto:[^\s@\\?]+@[^\s@\\?]+)$/,
  rule: 'an https or mailto address',
};

function readAddress(given: unknown, { form, rule }: typeof httpsForm): Read<string> {
  const isGood = typeof given === 'string' && form.test(given) && URL.canParse(given);
  return isGood ? { value: given } : { complaint: `must be ${rule}` };
}
