import { ApiError, totalNames } from '@latchkey/contracts';
import { version } from '@latchkey/process/version';
import { data, html, openConsole, refusal, type Shown } from '../console.ts';

const day = (name: string, more: object = {}) => ({
  day: name,
  ...Object.fromEntries(totalNames.map((total) => [total, 0])),
  ...more,
});
const days = [
  day('2026-12-01', { sign_ins: 7, failures: 2, approvals: 3 }),
  day('2026-11-30', { sign_ins: 1_200 }),
];
const found = (total: number) =>
  data({ items: [], total_count: total, page_number: 1, page_total: 1, next_cursor: null });
const well = {
  '/admin/totals/view': data({ days }),
  '/admin/mail/search': found(0),
  '/admin/signal/search': found(0),
  '/hello': data({ version }),
};

async function open(
  answers: Parameters<typeof openConsole>[0] = {},
  changes: Parameters<typeof openConsole>[1] = {},
) {
  const place = await openConsole({ ...well, ...answers }, changes);
  await place.enter('/console');
  const look = async () => (await place.browser.get('/console', html)).text;
  return { ...place, look, needs: async () => (await place.open('/console')).section['needs'] };
}

test('nothing is shown and nobody is asked without power', async () => {
  const { browser, asked } = await openConsole(well);
  const { section } = (await browser.get('/console')).body as Shown;
  expect([section.at, asked]).toEqual(['enter', []]);
});

test('nothing needs anybody where all is well, and the totals are a table and a plot', async () => {
  const { needs, look } = await open();
  expect(await needs()).toEqual([]);
  const page = await look();
  expect(page).toContain('Nothing needs anybody.');
  const cells = [...page.matchAll(/<th scope="row">([^<]*)<\/th>\s*<td>([^<]*)<\/td>\s*<td>([^<]*)</g)];
  expect(cells.map(([, ...row]) => row)).toEqual([
    ['Sign-ins', '7', '1,200'],
    ['Failed sign-ins', '2', '0'],
    ['Approvals', '3', '0'],
    ['Denials', '0', '0'],
    ['New accounts', '0', '0'],
    ['Drops made', '0', '0'],
    ['Drops taken', '0', '0'],
  ]);
  expect(page).toMatch(/<polyline[^>]*points="0,40 10,99\.65"/);
});

test('dead mails and signals, addresses that get none, and many that wait, lead to their lists', async () => {
  const { needs, look } = await open({
    '/admin/mail/search': ({ status, kind }) => found(status !== 'dead' ? 100 : kind === 'signal' ? 2 : 3),
    '/admin/signal/search': ({ status }) => found(status === 'off' ? 1 : 9),
  });
  expect(await needs()).toEqual([
    { kind: 'dead_mails', count: 1 },
    { kind: 'dead_signals', count: 2 },
    { kind: 'signals_off', count: 1 },
    { kind: 'mails_wait', count: 100 },
  ]);
  const page = await look();
  expect(page).toContain('href="/console/mails?status=dead">1 mail could not be sent.');
  expect(page).toContain('href="/console/mails?status=dead&amp;kind=signal">2 signals could not be sent.');
  expect(page).toContain('href="/console/signals?status=off">1 address gets no signals any more.');
});

test('a key that signs for a year, and events that the log has not got, are named', async () => {
  let lag = 299;
  const changes = { context: { findLogLag: async () => lag } };
  const { needs, context, clock, enter } = await open({}, changes);
  const since = context.signingKeys.activeSince();
  expect(await needs()).toEqual([]);
  lag = 300;
  clock.advance((since + 365 * 24 * 3600 * 1000 - clock.now()) / 1000);
  await enter('/console');
  expect(await needs()).toEqual([
    { kind: 'events_wait', minutes: 5 },
    { kind: 'old_key', days: 365 },
  ]);
});

test('a sibling of another version is named', async () => {
  const { needs, look } = await open({ '/hello': data({ version: '<9.9.9>' }) });
  expect(await needs()).toEqual(
    ['user-api', 'drop'].map((service) => ({
      kind: 'other_version',
      service,
      version: '<9.9.9>',
      own: version,
    })),
  );
  expect(await look()).toContain('&lt;9.9.9&gt;');
});

const down = () => {
  throw new ApiError({ code: 'upstream_unavailable', message: 'the service is not available' });
};

test.each([
  ['refuses', refusal('not_found')],
  ['is down', down],
])('a sibling that %s is named, and the rest is shown', async (_what, hello) => {
  const { needs, look } = await open({ '/hello': hello });
  expect(await needs()).toEqual(['user-api', 'drop'].map((service) => ({ kind: 'no_answer', service })));
  expect(await look()).toContain('1,200');
});

test.each([refusal('forbidden'), down])('without totals it says so', async (totals) => {
  const { look } = await open({ '/admin/totals/view': totals, '/admin/mail/search': totals });
  expect(await look()).toContain('The totals cannot be shown now.');
});
