import { request } from '@latchkey/testing';
import type { TestService } from '../setup/create-test-service.ts';

/** A field by its dotted name. */
export type Fields = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly field?: string; readonly data: Data | null };
}

interface Data {
  readonly token_type?: string;
  readonly root?: { readonly bound: boolean; readonly token: string };
}

/** One way of spelling one field; undefined where the field cannot be spelled so. */
type Spelling = (name: string) => string | undefined;

const dotted: Spelling = (name) => name;
const inBrackets: Spelling = (name) => {
  const [group, leaf] = name.split('.');
  return leaf === undefined ? undefined : `${group}[${leaf}]`;
};
const underscored: Spelling = (name) => (name.includes('.') ? name.replace('.', '_') : undefined);

/** Only these fields may be spelled with an underscore. Source: requirement 2 "Parsed request object". */
const underscorable = ['user', 'code', 'id', 'method', 'token', 'pass', 'org'].map((name) => `auth.${name}`);

export interface FieldPlacement {
  readonly name: string;
  /** Whether a route that reads the field accepts this spelling. */
  counts(field: string): boolean;
  /** Sends `rest` dotted in the same place, and one field in this spelling. Undefined if the field cannot be spelled so. */
  send(
    app: TestService['app'],
    path: string,
    rest: Fields,
    field: string,
    value: string,
  ): Promise<Answer> | undefined;
}

/** All placements, or for a route that another one stands for: one of the two that nearly every client uses. */
export function placementsOf(isWhole: boolean, field: string): readonly FieldPlacement[] {
  const usual = field.length % 2 === 0 ? 'JSON, dotted' : 'form, dotted';
  return isWhole ? placements : placements.filter(({ name }) => name === usual);
}

type Place = (app: TestService['app'], path: string, fields: object) => Promise<Answer>;

const places: Record<string, Place> = {
  JSON: (app, path, fields) => post(app, path).send(fields),
  form: (app, path, fields) => post(app, path).type('form').send(fields),
  query: (app, path, fields) => post(app, path).query(fields).send({}),
};

const spellings: Record<string, Spelling> = { dotted, underscored, 'in brackets': inBrackets };

/** Every spelling in every source. Source: contract part 0 "Parsed request" 1 to 3. */
export const placements: readonly FieldPlacement[] = [
  ...Object.entries(places).flatMap(([place, sendFields]) =>
    Object.entries(spellings).map(([spelling, spell]): FieldPlacement => ({
      name: `${place}, ${spelling}`,
      counts: (field) => {
        if (spelling === 'underscored') return underscorable.includes(field);
        return spelling === 'dotted' || place !== 'JSON';
      },
      send: (app, path, rest, field, value) => {
        const name = spell(field);
        return name === undefined ? undefined : sendFields(app, path, { ...rest, [name]: value });
      },
    })),
  ),
  {
    name: 'JSON, nested',
    counts: () => true,
    send(app, path, rest, field, value) {
      const [group = '', leaf] = field.split('.');
      return leaf === undefined ? undefined : post(app, path).send({ ...rest, [group]: { [leaf]: value } });
    },
  },
  {
    name: 'a header',
    counts: () => false,
    send: (app, path, rest, field, value) => post(app, path).set(field, value).send(rest),
  },
];

function post(app: TestService['app'], path: string) {
  return request(app).post(path);
}
