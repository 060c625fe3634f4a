import { textOrNull } from './account-parts.ts';
import { count, filled, hashing, text, type Contract, type FieldsSchema } from './schema.ts';

/** What the console shows of any search: it looks into items only by the fields that its lists name. */
const found = {
  properties: {
    items: { type: 'array', items: { type: 'object' } },
    total_count: count,
    page_number: count,
    page_total: count,
    next_cursor: textOrNull,
  },
} as const;
/** Of any view or act: the same. */
const anything = { properties: {} } as const satisfies FieldsSchema;

/** A search of a sibling, as sso's console asks it. Tests hold that what the console names is in the API document. */
export const consoleSearch = (path: Contract['path']) => ({ path, input: anything, output: found }) as const;

/** A view or an act of a sibling, as sso's console asks it. */
export const consoleCall = (path: Contract['path']) =>
  ({ ...hashing, path, input: anything, output: anything }) as const;

/** What is counted of each day of UTC. user-api's function log_total says which rows of the log each of them counts. */
export const totalNames = [
  'sign_ins',
  'failures',
  'approvals',
  'denials',
  'new_accounts',
  'drops_made',
  'drops_taken',
] as const;
type Counts = Readonly<Record<(typeof totalNames)[number], typeof count>>;
const dayTotals = {
  day: filled,
  ...(Object.fromEntries(totalNames.map((name) => [name, count])) as Counts),
} as const;

/** What happened to all accounts on each of the last 30 days. */
export const totalsCall = {
  path: '/admin/totals/view',
  input: anything,
  output: { properties: { days: { type: 'array', items: { type: 'object', properties: dayTotals } } } },
} as const satisfies Contract;

/** sso's console asks this when an operator shows the factor that OPERATOR_MFA asks for. */
export const stepUpCall = {
  ...hashing,
  path: '/internal/v1/root-sessions/step_up',
  input: {
    properties: {
      token: text,
      asks: {
        type: 'string',
        enum: ['passkey', 'required', 'off'],
        description: 'OPERATOR_MFA of sso: a passkey, a one-time code or a passkey, or what the account has',
      },
      'auth.code': text,
      'auth.pass': {
        ...text,
        description: 'Of an account without one-time codes, where nothing more is asked for',
      },
      passkey: { ...text, description: 'The assertion as JSON, in place of both' },
      challenge: { ...filled, description: 'With passkey: what it must have signed; sso takes each once' },
      ip: text,
      user_agent: text,
    },
    required: ['token', 'asks', 'ip', 'user_agent'],
  },
  output: { properties: { stepped_up: { type: 'boolean', enum: [true] } } },
} as const satisfies Contract;
