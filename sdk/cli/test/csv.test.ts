import { createShell, removeFolder, type Reply } from './create-shell.ts';
import { logIn } from './log-in.ts';

afterAll(removeFolder);

const row = {
  id: 'r_1',
  event: 'user.login',
  outcome: 'failure',
  code: 'invalid_credentials',
  method: null,
  client: { id: 'c_1', name: "=cmd|' /C calc'!A0" },
  org: null,
  ip: '192.0.2.7',
  user_agent: '@SUM(1,2) "x"\u001B[2J',
  details: { route: '/a,b' },
  created_at: '2026-11-22T09:30:00.123Z',
  actor: null,
  user: { id: 'u_1', email: '-ada@example.test' },
};
const page = (ids: readonly string[], next: string | null): Reply => [
  200,
  { status: 1, data: { items: ids.map((id) => ({ ...row, id })), total_count: 3, next_cursor: next } },
];

async function type(line: string, replies: readonly Reply[], isTTY = false) {
  const printed: string[] = [];
  const stdout = { write: (chunk: unknown) => printed.push(String(chunk)), isTTY };
  const { shell, run, calls, printed: said } = createShell(replies, { stdout });
  await logIn(shell);
  const exitCode = await run(...line.split(' '));
  return {
    exitCode,
    lines: printed.join('').split('\r\n'),
    err: said.err,
    fields: calls.map((one) => one.fields),
  };
}

const titles = 'time,event,outcome,code,method,client_id,client_name,org,ip,user_agent,details,id';

test('a log is written whole, page by page, in fields that no spreadsheet calculates', async () => {
  const { exitCode, lines, err, fields } = await type('admin log --format csv --ip 192.0.2.7', [
    page(['r_1', 'r_2'], 'next'),
    page(['r_3'], null),
  ]);
  expect([exitCode, lines.length, lines.at(-1)]).toEqual([0, 5, '']);
  expect(lines[0]).toBe(`${titles},user_id,user_email,operator_id,operator_email`);
  expect(lines[1]).toBe(
    `2026-11-22T09:30:00.123Z,user.login,failure,invalid_credentials,,c_1,'=cmd|' /C calc'!A0,,192.0.2.7,` +
      `"'@SUM(1,2) ""x""\u001B[2J","{""route"":""/a,b""}",r_1,u_1,'-ada@example.test,,`,
  );
  expect(fields).toMatchObject([
    { ip: '192.0.2.7', limit: 100 },
    { ip: '192.0.2.7', limit: 100, cursor: 'next' },
  ]);
  expect(err).toContain('3 of 3 events.');
});

test('with --limit it is one page, and the titles are there for none', async () => {
  const { lines, err } = await type('log --format csv --limit 2', [page(['r_1', 'r_2'], 'next')]);
  expect([lines.length, lines[0]]).toEqual([4, `${titles},by`]);
  expect(err).toContain('--cursor next');
  expect((await type('log --format csv', [page([], null)])).lines).toEqual([`${titles},by`, '']);
});

test('a terminal obeys nothing that others wrote', async () => {
  const { lines } = await type('log --format csv', [page(['r_1'], null)], true);
  expect(lines.join('')).not.toContain('\u001B');
});

test.each([
  ['log --format xml', '--format'],
  ['log --format csv --json', '--json'],
])('%s is refused, and nothing is asked', async (line, named) => {
  const { exitCode, err, fields } = await type(line, []);
  expect([exitCode, fields]).toEqual([2, []]);
  expect(err).toContain(named);
});

test('a page that fails ends the file with a failure', async () => {
  const { exitCode, lines } = await type('log --format csv', [
    page(['r_1'], 'next'),
    [503, { status: 0, code: 'unavailable', message: 'No', data: null }],
  ]);
  expect([exitCode === 0, lines.length]).toEqual([false, 3]);
});
