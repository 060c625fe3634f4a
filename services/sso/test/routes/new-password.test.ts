import { errors } from '../../src/errors.ts';
import { createPage } from '../browser.ts';
import { oauthError } from '../sso-harness.ts';

type Page = ReturnType<typeof createPage>;

const inactive = [400, oauthError(errors.accountInactive)];

/** What a new password does at user-api: whatever was given before this moment is void. A second passes on both sides. */
function setPassword({ standings, clock }: Pick<Page, 'standings' | 'clock'>): void {
  clock.advance(1);
  standings.set('user-1', { ...standings.get('user-1')!, tokensValidAfterMs: clock.now() });
  clock.advance(1);
}

async function createStarted() {
  const page = createPage();
  const device = await page.start();
  const redeem = async () => {
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code: device.device_code };
    const { status, body } = await page.post('/token', form);
    return [status, body] as const;
  };
  return { ...page, browser: page.openBrowser(), redeem, user_code: device.user_code };
}

describe('a sign-in with the old password', () => {
  test('400 for its ticket after the new password was set: the code stays pending', async () => {
    const { browser, user_code, redeem, ...page } = await createStarted();
    const shown = await browser.signIn({ user_code });
    setPassword(page);
    const { status, body } = await browser.decide(shown, 'approve');
    expect([status, body.error_description]).toEqual([400, errors.confirmationExpired.message]);
    expect((await redeem())[1]).toMatchObject({ error: 'authorization_pending' });
  });

  test.each([['by a ticket'], ['at once']])(
    '400 when the new password was set while the old one was checked, approved %s',
    async (how) => {
      const { browser, user_code, redeem, context, ...page } = await createStarted();
      const { checkPassword } = context;
      Object.assign(context, {
        async checkPassword(...asked: Parameters<typeof checkPassword>) {
          const result = await checkPassword(...asked);
          setPassword(page);
          return result;
        },
      });
      const { csrf = '' } = await browser.open(user_code);
      const decision = how === 'at once' ? 'approve' : 'continue';
      const first = await browser.signIn({ csrf, user_code, decision });
      if (how !== 'at once') expect((await browser.decide(first, 'approve')).status).toBe(400);
      const pending = [400, { error: 'authorization_pending' }];
      expect(await redeem()).toMatchObject(how === 'at once' ? inactive : pending);
    },
  );

  test('200 for a ticket that the new password was proven for, in the very millisecond of the change', async () => {
    const { browser, user_code, redeem, standings, clock } = await createStarted();
    clock.advance(0.5);
    standings.set('user-1', { ...standings.get('user-1')!, tokensValidAfterMs: clock.now() });
    const shown = await browser.signIn({ user_code });
    clock.advance(30);
    await browser.decide(shown, 'approve');
    expect((await redeem())[0]).toBe(200);
  });
});
