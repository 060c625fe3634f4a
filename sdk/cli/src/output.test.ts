import { createOutput, type Cell } from './output.ts';

interface Setting {
  readonly isTTY?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

function print(show: (out: ReturnType<typeof createOutput>) => void, setting: Setting = {}) {
  const { isTTY = true, json = false, quiet = false, env = { NO_COLOR: '1' } } = setting;
  const printed = { out: '', err: '' };
  const stdout = { write: (chunk: unknown) => (printed.out += String(chunk)), isTTY, columns: 40 };
  const stderr = { write: (chunk: unknown) => (printed.err += String(chunk)) };
  show(createOutput({ stdout, stderr, env }, { json, quiet }));
  return printed;
}

interface Item {
  readonly id: string;
  readonly about: Cell;
}
const items: Item[] = [
  { id: 'a-long-id-that-is-never-cut', about: 'a text that does not fit the terminal' },
  { id: 'b', about: ['two', 'words'] },
];
const columns = { id: ({ id }: Item) => id, about: ({ about }: Item) => about };

test('a table fits the terminal and never cuts the first column', () => {
  expect(print((out) => out.startList(columns)(items)).out.split('\n')).toEqual([
    'ID                           ABOUT',
    'a-long-id-that-is-never-cut  a text tha…',
    'b                            two words',
    '',
  ]);
});

test('of a time that has no room the day is whole', () => {
  const times = [{ id: 'a-long-id-that-is-never-cut', about: '2026-12-04 12:30' }];
  const [, row] = print((out) => out.startList(columns)(times)).out.split('\n');
  expect(row).toBe('a-long-id-that-is-never-cut  2026-12-04');
});

test('without a terminal cells are whole, between tabs, and without titles', () => {
  expect(print((out) => out.startList(columns)(items), { isTTY: false }).out.split('\n')).toEqual([
    'a-long-id-that-is-never-cut\ta text that does not fit the terminal',
    'b\ttwo words',
    '',
  ]);
});

test('titles are bold where colours are allowed', () => {
  expect(print((out) => out.startList(columns)(items), { env: {} }).out).toContain('\u001B[1mID');
  expect(print((out) => out.startList(columns)(items), { env: { TERM: 'dumb' } }).out).not.toContain(
    '\u001B',
  );
  expect(print((out) => out.startList(columns)(items)).out).not.toContain('\u001B');
});

test('--json prints the items and records as they are', () => {
  const { out } = print(
    (output) => {
      output.startList(columns)(items);
      output.record({ id: 1 }, { other: 2 });
    },
    { json: true },
  );
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([...items, { id: 1 }]);
});

test('a record shows names and values', () => {
  const show = (out: ReturnType<typeof createOutput>) =>
    out.record({}, { id: 'x', email: null, isNew: true });
  expect(print(show).out).toBe('id     x\nemail  -\nisNew  yes\n');
  expect(print(show, { isTTY: false }).out).toBe('id\tx\nemail\t-\nisNew\tyes\n');
});

test('what others have written cannot command the terminal', () => {
  const show = (out: ReturnType<typeof createOutput>) => {
    out.record({}, { name: 'a\u001B[2Jb\nc\u202Ed' });
    out.say('e\u0007');
  };
  expect(print(show)).toEqual({ out: 'name  a�[2Jb�c�d\n', err: 'e�\n' });
});

test.each(['\u200E', '\u200F', '\u061C', '\u202A', '\u2066', '\u2069', '\u2028', '\u2029', '\u0085', '\r'])(
  'no change of direction or line reaches a terminal: %j',
  (sign) => {
    const show = (out: ReturnType<typeof createOutput>) => {
      out.record({}, { name: `a${sign}b` });
      out.startList({ name: (one: string) => one })([`c${sign}d`]);
      out.say(`e${sign}f`);
    };
    expect(print(show)).toEqual({ out: 'name  a�b\nNAME\nc�d\n', err: 'e�f\n' });
  },
);

test('--json on a terminal escapes what could command it', () => {
  const data = { name: 'a\u009B2J\u202Eb\u200B\u{E0041}' };
  const show = (out: ReturnType<typeof createOutput>) => out.record(data, {});
  const { out } = print(show, { json: true });
  expect(out).toBe('{"name":"a\\u009b2J\\u202eb\\u200b\\udb40\\udc41"}\n');
  expect(JSON.parse(out)).toEqual(data);
  expect(print(show, { json: true, isTTY: false }).out).toBe(`${JSON.stringify(data)}\n`);
});

describe('ids', () => {
  const [one, other] = ['8f3ac1d2-1111-4000-8000-000000000001', '8f3ac1d2-2222-4000-8000-000000000002'];
  const found = [{ id: one }, { id: other }, { id: '5'.repeat(36) }];
  const byId = { id: ({ id }: { id: string }) => ({ id }) };
  const list = (out: ReturnType<typeof createOutput>) => out.startList(byId, ({ id }) => id)(found);

  test('are as long on a terminal as it takes to tell them apart', () => {
    expect(print(list).out.split('\n').slice(1, 4)).toEqual(['8f3ac1d2-1', '8f3ac1d2-2', '5'.repeat(10)]);
  });

  test('are whole without a terminal, and with --quiet on one', () => {
    const whole = found.map(({ id }) => `${id}\n`).join('');
    expect(print(list, { isTTY: false }).out).toBe(whole);
    expect(print(list, { quiet: true }).out).toBe(whole);
  });

  test('are not what --quiet prints beside --json', () => {
    expect(print(list, { quiet: true, json: true }).out).toContain(`{"id":"${one}"}`);
  });
});

test('--quiet leaves out what is only said', () => {
  expect(print((out) => out.say('Done.'), { quiet: true }).err).toBe('');
  expect(print((out) => out.say('Done.')).err).toBe('Done.\n');
});
