import { statSync } from 'node:fs';
import { createShell, ok, removeFolder, type Reply } from '../test/create-shell.ts';
import { run } from './run.ts';

afterAll(removeFolder);

describe('signing in', () => {
  const device: Reply = [
    200,
    {
      device_code: 'dc',
      user_code: 'BCDF-GHJK',
      verification_uri_complete: 'http://sso/device_login?user_code=BCDF-GHJK',
      interval: 5,
    },
  ];
  const tokens = (name: string): Reply => [
    200,
    {
      access_token: `access-${name}`,
      expires_in: 900,
      refresh_token: `refresh-${name}`,
      binding_chain: 'chain',
      binding_link: `link-${name}`,
    },
  ];
  const error = (name: string, more: object = {}): Reply => [400, { error: name, ...more }];

  test('waits for the approval, slows down when told, keeps the tokens to their owner, and renews them', async () => {
    const replies = [
      device,
      error('authorization_pending'),
      error('slow_down', { interval: 10 }),
      tokens('1'),
    ];
    const { shell, calls, clock, pauses, err } = createShell(
      [...replies, ok({}), ok({}), tokens('2'), ok({})],
      {},
    );
    expect(await run(['status', 'd1'], shell)).toBe(0);
    expect(err()).toContain('http://sso/device_login?user_code=BCDF-GHJK');
    expect(pauses).toEqual([5, 5, 10]);
    expect(statSync(shell.sessionFile).mode & 0o777).toBe(0o600);
    expect(await run(['status', 'd1'], shell)).toBe(0);
    clock.nowMs += 900_000;
    expect(await run(['status', 'd1'], shell)).toBe(0);
    const [, , , , , second, renewal, third] = calls;
    expect(second?.authorization).toBe('Bearer access-1');
    expect(Object.fromEntries(new URLSearchParams(renewal?.body))).toEqual({
      grant_type: 'refresh_token',
      client_id: 'demo-cli',
      refresh_token: 'refresh-1',
      binding_chain: 'chain',
      binding_link: 'link-1',
    });
    expect(third?.authorization).toBe('Bearer access-2');
  });

  test('starts again when the last sign-in is over, or was at another place', async () => {
    const { shell, calls, clock } = createShell(
      [device, tokens('1'), error('invalid_grant'), device, tokens('2'), ok({})],
      {},
    );
    expect(await run(['login'], shell)).toBe(0);
    clock.nowMs += 900_000;
    expect(await run(['status', 'd1'], shell)).toBe(0);
    expect(calls.at(-1)?.authorization).toBe('Bearer access-2');
    const elsewhere = createShell([device, tokens('3'), ok({})], { SSO_URL: 'https://other.test' });
    const moved = { ...elsewhere.shell, sessionFile: shell.sessionFile };
    expect(await run(['status', 'd1'], moved)).toBe(0);
    expect(elsewhere.calls.map(({ url }) => new URL(url).host)).toEqual([
      'other.test',
      'other.test',
      'localhost:4003',
    ]);
  });

  test('keeps a sign-in that cannot be renewed for the moment', async () => {
    const busy: Reply = [503, { error: 'temporarily_unavailable' }];
    const { shell, calls, clock, err } = createShell([device, tokens('1'), busy, tokens('2'), ok({})], {});
    expect(await run(['login'], shell)).toBe(0);
    clock.nowMs += 900_000;
    expect(await run(['status', 'd1'], shell)).toBe(1);
    expect(err()).toContain('The session cannot be renewed: temporarily_unavailable.');
    expect(await run(['status', 'd1'], shell)).toBe(0);
    expect(calls.at(-1)?.authorization).toBe('Bearer access-2');
  });

  test.each<[string, Reply]>([
    ['The sign-in was denied.', error('access_denied')],
    ['Nobody approved the sign-in in time.', error('expired_token')],
    ['The sign-in failed: invalid_client.', error('invalid_client')],
    ['sso does not answer at http://localhost:4001.', new Error('down')],
    ['sso answered without refresh_token.', [200, { access_token: 'a', expires_in: 1 }]],
  ])('%s', async (sentence, reply) => {
    const { shell, err } = createShell([device, reply], {});
    expect(await run(['login'], shell)).toBe(1);
    expect(err()).toContain(sentence);
  });

  test('logout forgets the tokens', async () => {
    const { shell, calls } = createShell([device, tokens('1'), device, tokens('2'), ok({})], {});
    await run(['login'], shell);
    expect(await run(['logout'], shell)).toBe(0);
    await run(['status', 'd1'], shell);
    expect(calls[2]?.url).toContain('/device_authorization');
  });
});
