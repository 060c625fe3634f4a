import { createShell, removeFolder } from './create-shell.ts';
import { logIn } from './log-in.ts';

afterAll(removeFolder);

/** What a list shows on a terminal of 80 columns. */
async function show(line: string, items: readonly object[]): Promise<readonly string[]> {
  const shown: string[] = [];
  const stdout = { write: (chunk: unknown) => shown.push(String(chunk).trimEnd()), isTTY: true, columns: 80 };
  const data = { items, total_count: items.length, next_cursor: null };
  const { shell, run } = createShell([[200, { status: 1, data }]], { stdout, env: { NO_COLOR: '1' } });
  await logIn(shell);
  expect(await run(...line.split(' '))).toBe(0);
  return shown;
}

const at = '2026-11-22T09:30:00.000';
const client = { id: 'latchkey-cli', name: 'Latchkey command line' };
const linux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

test('devices are distinguished by their names, and which is this one', async () => {
  const device = { client, last_refreshed_at: at, redeemed_at: at, ip: '192.0.2.7', device_name: null };
  const shown = await show('devices', [
    { ...device, id: '8f3ac1d2-0000-4000-8000-1', device_name: 'laptop', status: 'active', current: true },
    { ...device, id: '5b0e7a11-0000-4000-8000-2', status: 'approved_waiting_pickup', current: false },
  ]);
  expect(shown).toEqual([
    'DEVICE                 ID        LAST USED         STATUS    APP',
    'laptop                 8f3ac1d2  2026-11-22 09:30  this one  Latchkey command l…',
    'Latchkey command line  5b0e7a11  2026-11-22 09:30  waiting   Latchkey command l…',
  ]);
});

test('sessions say the browser and the system', async () => {
  const session = { last_seen_at: at, status: 'active', ip: '192.0.2.7', current: false };
  const shown = await show('sessions', [
    {
      ...session,
      id: '8f3ac1d2-0000-4000-8000-1',
      user_agent: linux,
      client: { id: 'latchkey-sso', name: null },
    },
    { ...session, id: '5b0e7a11-0000-4000-8000-2', user_agent: 'curl/8.5.0', client, current: true },
  ]);
  expect(shown.slice(1)).toEqual([
    'Chrome on Linux  8f3ac1d2  2026-11-22 09:30  active    sign-in page',
    'curl 8.5.0       5b0e7a11  2026-11-22 09:30  this one  Latchkey command line',
  ]);
});

test('the log says what happened, and to which device', async () => {
  const row = { id: 'r', created_at: at, outcome: 'success', code: null, actor: null, ip: '192.0.2.7' };
  const shown = await show('log', [
    { ...row, event: 'device.approved', client, details: { device_name: 'laptop' } },
    { ...row, event: 'user.login', client: null, details: null, code: 'invalid_credentials' },
    { ...row, event: 'a.newer_event', client: { id: 'c_1', name: null }, details: null },
  ]);
  expect(shown.slice(1)).toEqual([
    '2026-11-22 09:30  device approved  Latchkey command line on laptop  success',
    '2026-11-22 09:30  sign-in          -                                invalid_cre…',
    '2026-11-22 09:30  a.newer_event    c_1                              success',
  ]);
});
