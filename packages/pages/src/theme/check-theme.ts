import { cleanText } from '../clean-text.ts';
import { isObject, listStrays } from './fields.ts';
import { readColors } from './read-colors.ts';
import { readLogo, type Logo } from './read-logo.ts';
import { latchkeyTheme, roundness, type Theme } from './theme.ts';

const longestName = 40;

interface Checked {
  /** Undefined where something is wrong. */
  readonly theme: Theme | undefined;
  /** What is wrong, each a sentence that names its key. */
  readonly complaints: readonly string[];
}

const keys = [
  'name',
  'logo',
  'logo_dark',
  'colors',
  'radius',
  'support',
  'terms',
  'privacy',
  'sender',
] as const;

/** Checks what a theme file in `folder` holds. All that is wrong is said at once. */
export function checkTheme(fields: unknown, folder: string): Checked {
  if (!isObject(fields)) return { theme: undefined, complaints: [objectComplaint] };
  const complaints = listStrays(fields, keys, 'a theme');
  /** What `read` makes of a key; a sentence of it is a complaint. */
  const take = <Value>(key: (typeof keys)[number], read: (given: unknown) => Value | string) => {
    const value = fields[key] === undefined ? undefined : read(fields[key]);
    if (typeof value === 'string') complaints.push(`${key} ${value}`);
    return typeof value === 'string' ? undefined : value;
  };
  const [name] = take('name', readName) ?? [undefined];
  if (fields['name'] === undefined) complaints.push(`name is missing: it ${nameRule}`);
  const [sender] = take('sender', readName) ?? [name];
  const logo = (given: unknown): Logo | string => readLogo(folder, given);
  const theme = {
    ...latchkeyTheme,
    sender,
    logo: take('logo', logo),
    logoDark: take('logo_dark', logo),
    radius: take('radius', readRadius)?.[0] ?? latchkeyTheme.radius,
    support: take('support', (given) => readAddress(given, supportForm))?.[0],
    terms: take('terms', (given) => readAddress(given, httpsForm))?.[0],
    privacy: take('privacy', (given) => readAddress(given, httpsForm))?.[0],
  };
  if (fields['logo_dark'] !== undefined && fields['logo'] === undefined)
    complaints.push('logo_dark needs logo beside it');
  const colors = readColors(fields['colors']);
  complaints.push(...colors.complaints);
  const isGood = complaints.length === 0 && name !== undefined;
  return { theme: isGood ? { ...theme, name, palettes: colors.palettes } : undefined, complaints };
}

const objectComplaint = 'it must be an object with a name, such as {"name":"Example"}';

const nameRule = `must have 1 to ${longestName} characters that can be seen, and no ", <, > or @`;

/** As it is shown: what cannot be seen is left out. */
function readName(given: unknown): readonly [string] | string {
  if (typeof given !== 'string' || /["<>@]/.test(given)) return nameRule;
  const name = cleanText(given, given.length);
  return name !== '' && Array.from(name).length <= longestName ? [name] : nameRule;
}

function readRadius(given: unknown): readonly [Theme['radius']] | string {
  const radius = Object.keys(roundness).find((one) => one === given) as Theme['radius'] | undefined;
  return radius === undefined ? `must be one of ${Object.keys(roundness).join(', ')}` : [radius];
}

const httpsForm = { form: /^https:\/\/[^\s@\\]+$/, rule: 'an https address' };
const supportForm = {
  form: /^(?:https:\/\/[^\s@\\]+|mailto:[^\s@\\?]+@[^\s@\\?]+)$/,
  rule: 'an https or mailto address',
};

function readAddress(given: unknown, { form, rule }: typeof httpsForm): readonly [string] | string {
  return typeof given === 'string' && form.test(given) && URL.canParse(given) ? [given] : `must be ${rule}`;
}
