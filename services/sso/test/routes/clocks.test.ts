import { errors } from '../../src/errors.ts';
import type { Standing } from '../../src/sibling/standing.ts';
import { createPage } from '../browser.ts';
import { refreshing } from '../redeem.ts';
import { createSso, masterKey, oauthError } from '../sso-harness.ts';

/** What ends with a change at user-api, and what does not, when its clock is not that of sso. */
const inactive = [400, oauthError(errors.accountInactive)];
const minutes = 60_000;

type Sso = ReturnType<typeof createSso>;
type Tokens = Record<string, string>;

describe.each([
  ['5 minutes ahead', 5 * minutes],
  ['5 minutes behind', -5 * minutes],
])('the clock of user-api is %s', (_how, skewMs) => {
  /** A new password, a disabling and enabling, or a takeover, by the clock of user-api. */
  function voidAll({ standings, clock }: Pick<Sso, 'standings' | 'clock'>, more: Partial<Standing> = {}) {
    const { keptFamilyId: _kept, keptValidAfterMs: _since, ...standing } = standings.get('user-1')!;
    const tokensValidAfterMs = Math.max(clock.now() + skewMs, standing.tokensValidAfterMs + 1);
    standings.set('user-1', { ...standing, tokensValidAfterMs, ...more });
  }

  async function createStarted() {
    const page = createPage();
    const { device_code, user_code } = await page.start();
    const redeem = async () => {
      const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
      const { status, body } = await page.post('/token', form);
      return [status, body] as [number, Tokens];
    };
    const refresh = async (tokens: Tokens) => {
      const { status, body } = await page.post('/token', refreshing(tokens));
      return [status, body] as [number, Tokens];
    };
    const verify = async (token: string | undefined) => {
      const call = page.agent.post('/internal/v1/tokens/verify');
      const { body } = await call.set({ authorization: `Bearer ${masterKey}` }).send({ token });
      return body.data.active as boolean;
    };
    return { ...page, browser: page.openBrowser(), user_code, redeem, refresh, verify };
  }

  /** Signs in on the page and approves, at once or by a ticket; `between` happens in front of the decision. */
  async function approve(
    { browser, user_code }: Awaited<ReturnType<typeof createStarted>>,
    between = () => {},
    status = 200,
  ) {
    const shown = await browser.signIn({ user_code });
    between();
    expect((await browser.decide(shown, 'approve')).status).toBe(status);
  }

  test('400 for a change between the password check and the decision', async () => {
    const started = await createStarted();
    await approve(started, () => voidAll(started), 400);
    expect(await started.redeem()).toMatchObject([400, { error: 'authorization_pending' }]);
  });

  test('400 for a change during the password check, approved at once', async () => {
    const started = await createStarted();
    const { browser, user_code, context, redeem } = started;
    const { checkPassword } = context;
    Object.assign(context, {
      async checkPassword(...asked: Parameters<typeof checkPassword>) {
        const result = await checkPassword(...asked);
        voidAll(started);
        return result;
      },
    });
    const { csrf = '' } = await browser.open(user_code);
    expect((await browser.signIn({ csrf, user_code, decision: 'approve' })).status).toBe(200);
    expect(await redeem()).toEqual(inactive);
  });

  test('400 for a change between the approval and the pickup, however much later', async () => {
    const started = await createStarted();
    await approve(started);
    voidAll(started);
    started.clock.advance(400);
    expect(await started.redeem()).toEqual(inactive);
  });

  test('400 for a change in the very millisecond of the sign-in', async () => {
    const started = await createStarted();
    voidAll(started);
    await approve(started, () => voidAll(started), 400);
    expect(await started.redeem()).toMatchObject([400, { error: 'authorization_pending' }]);
  });

  test('200 for a sign-in after a change, and its tokens count from the first one on', async () => {
    const started = await createStarted();
    const { redeem, refresh, verify } = started;
    voidAll(started);
    await approve(started);
    const [status, tokens] = await redeem();
    expect([status, await verify(tokens['access_token'])]).toEqual([200, true]);
    const [refreshed, next] = await refresh(tokens);
    expect([refreshed, await verify(next['access_token'])]).toEqual([200, true]);
  });

  test('400 for the refresh of a family from before a change, whose tokens end as well', async () => {
    const started = await createStarted();
    const { redeem, refresh, verify, clock } = started;
    await approve(started);
    const [, tokens] = await redeem();
    clock.advance(60);
    voidAll(started);
    expect(await verify(tokens['access_token'])).toBe(false);
    expect(await refresh(tokens)).toEqual(inactive);
    clock.advance(3600);
    expect(await refresh(tokens)).toEqual(inactive);
  });

  test('200 for the family that a change was made with: its older tokens end, and its newer ones do not', async () => {
    const started = await createStarted();
    const { redeem, refresh, verify, clock } = started;
    await approve(started);
    const [, tokens] = await redeem();
    clock.advance(60);
    const keptFamilyId = tokens['binding_chain']!;
    voidAll(started, { keptFamilyId, keptValidAfterMs: clock.now() });
    expect(await verify(tokens['access_token'])).toBe(false);
    const [status, next] = await refresh(tokens);
    expect([status, await verify(next['access_token'])]).toEqual([200, true]);
    voidAll(started);
    expect([await verify(next['access_token']), await refresh(next)]).toEqual([false, inactive]);
  });

  test('200 for a family that is newer than what is remembered of its account', async () => {
    const started = await createStarted();
    const { context, standings, redeem, refresh } = started;
    const remembered = standings.get('user-1')!;
    voidAll(started);
    await approve(started);
    const [, tokens] = await redeem();
    context.userApi.findRecentStanding = () => Promise.resolve(remembered);
    expect((await refresh(tokens))[0]).toBe(200);
  });
});
