import { accountCalls, doorCalls, ownAccountCalls, type Contract } from '@latchkey/contracts';
import type { Act } from '../../src/people/console/declare.ts';
import { lists } from '../../src/people/console/lists.ts';
import { createPage, password } from '../browser.ts';
import { ann, data as found, goodCode, openConsole, refusal as refuse } from '../console.ts';
import { answerWith, blank, createDoors, data, email, newPassword, openLink, refusal } from '../doors.ts';

type Fields = Record<string, string>;

const factors = { password, code: '123456' };
const chosen = { new_password: newPassword, new_password_again: newPassword };
/** Every act of the account page, with a form as the page sends it. */
const acts: readonly (readonly [section: string, form: Fields])[] = [
  ['devices', { act: 'end_device', id: 'x' }],
  ['devices', { act: 'end_app', client_id: 'x' }],
  ['browsers', { act: 'end_session', id: 'x' }],
  ['browsers', { act: 'end_others' }],
  ['password', { act: 'change_password', password, ...chosen }],
  ['one_time_codes', { act: 'begin_codes' }],
  ['one_time_codes', { act: 'confirm_codes', ...factors }],
  ['one_time_codes', { act: 'end_codes', ...factors }],
  ['recovery_codes', { act: 'replace_recovery', ...factors }],
  ['new_devices', { act: 'stop_devices' }],
  ['organisations', { act: 'leave_org', id: 'x' }],
  ['organisations', { act: 'accept_invitation', id: 'x' }],
  ['organisations', { act: 'decline_invitation', id: 'x' }],
  ['overview', { act: 'ask_confirmation' }],
  ['my_data', { act: 'change_profile', name: 'Ada', locale: 'xx' }],
  ['my_data', { act: 'export_data' }],
  ['email', { act: 'change_email', email, ...factors }],
  ['delete', { act: 'delete_account', ...factors }],
];
/** One act of the console of each kind that its page treats in another way. */
const consoleActs = new Map<string, readonly [place: string, act: Act]>();
for (const { name, acts: own, thing } of lists)
  for (const [place, some] of [
    [`/console/${name}`, own],
    [`/console/${name}/x`, thing?.acts ?? []],
  ] as const)
    for (const act of some)
      consoleActs.set([act.at, act.isFresh, act.needsPower, act.once].join(), [place, act]);
/** What user-api says of values that no page sends, and what no page expects of it. */
const refusals = [
  ...['invalid_value', 'invalid_type', 'missing_field', 'too_large', 'not_found'].map(
    (code) => [code, 400] as const,
  ),
  ...['forbidden', 'ambiguous_parameter', 'already_exists'].map((code) => [code, 500] as const),
  ['overloaded', 503] as const,
  ['throttled', 429] as const,
];
const shows = new Set<string>([
  accountCalls.view.path,
  accountCalls.searchOrgs.path,
  accountCalls.searchInvitations.path,
  accountCalls.searchDevices.path,
  accountCalls.searchSessions.path,
]);
const person = {
  user: { id: 'user-1', email, name: 'Demo' },
  email_verified: true,
  mfa: true,
  recovery_codes_left: 9,
  device_sign_in: 'on',
  locale: null,
};

describe.each(refusals)('a refusal %s of user-api', (code, status) => {
  test(`is ${status}, or what the page of the account says of it`, async () => {
    const refused = refusal(code, { field: 'other', retryAfterSeconds: 9 });
    const askAccount = (_visit: unknown, to: Contract) =>
      answerWith(shows.has(to.path) ? data({ ...person, items: [], next_cursor: null }) : refused);
    const openExport = () => answerWith(refused);
    const browser = createPage({ context: { askAccount, openExport } }).openBrowser();
    await browser.logIn();
    for (const [section, form] of acts) {
      const path = section === 'overview' ? '/account' : `/account/${section}`;
      const { csrf = '' } = (await browser.get(path)).body as Fields;
      const { status: answered, body } = await browser.send(path, { csrf, ...form });
      // What has ended before is said so.
      const isSaid = code === 'not_found' && answered === 200;
      expect([form['act'], answered, isSaid ? body.notice?.kind : undefined]).toEqual(
        isSaid ? [form['act'], 200, 'ended_before'] : [form['act'], status, undefined],
      );
    }
  });

  test(`is ${status} at every list of the console`, async () => {
    const refused = refuse(code, { field: 'other', retryAfterSeconds: 9 });
    const { enter, browser } = await openConsole(
      Object.fromEntries(lists.map(({ search }) => [search, refused])),
    );
    await enter('/console');
    for (const { name, needs = [] } of lists) {
      const query = new URLSearchParams(Object.fromEntries(needs.map((need) => [need, 'x'])));
      expect([name, (await browser.get(`/console/${name}?${query.toString()}`)).status]).toEqual([
        name,
        status,
      ]);
    }
  });

  test('is said at each kind of act of the console', async () => {
    const refused = refuse(code, { field: 'other', retryAfterSeconds: 9 });
    const shown = found({
      items: [ann],
      total_count: 1,
      page_number: 1,
      page_total: 1,
      next_cursor: null,
      ...ann,
    });
    const pages = lists.flatMap(({ search, thing }) => [search, thing?.view ?? search]);
    const { enter, submit } = await openConsole({
      ...Object.fromEntries([...consoleActs.values()].map(([, { path }]) => [path, refused])),
      ...Object.fromEntries(pages.map((path) => [path, shown])),
    });
    await enter('/console');
    for (const [place, act] of consoleActs.values()) {
      const { status: answered } = await submit(place, { act: act.name, code: goodCode });
      expect([place, act.name, answered]).toEqual([
        place,
        act.name,
        status === 500 || code === 'not_found' ? 409 : status,
      ]);
    }
  });

  test(`is ${status} for a link`, async () => {
    const answers = {
      [doorCalls.resetPassword.path]: refusal(code, { field: 'other', retryAfterSeconds: 9 }),
    };
    const links = { r: { ...blank, purpose: 'reset', has_account: true } as const };
    const browser = createDoors({ links, answers }).openBrowser();
    const { csrf = '' } = await openLink(browser, '/reset', 'r');
    const { status: answered } = await browser.send('/reset', { csrf, act: 'reset', email, ...chosen });
    const isEnded = code === 'not_found' || code === 'already_exists';
    expect(isEnded ? answered !== 503 : answered === status).toBe(true);
  });
});

// The page has words for most refusals about passkeys.
test('the walk has every call of the account page that changes something, but for passkeys', () => {
  const changing = Object.values({ ...accountCalls, ...ownAccountCalls }).filter(
    ({ path }) => !/search|view|passkey/.test(path),
  );
  expect(changing.length).toBeLessThanOrEqual(acts.length + 1);
});
