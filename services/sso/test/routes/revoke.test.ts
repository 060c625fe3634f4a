import { errors } from '../../src/errors.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { redeemTokens } from '../redeem.ts';
import { oauthError, secretOf } from '../sso-harness.ts';

const cli = { client_id: 'demo-cli' };
const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };

async function redeemed() {
  const sso = await redeemTokens('openid offline_access');
  const { access_token: _, ...presented } = sso.tokens;
  const refresh = () => sso.post('/token', { ...cli, grant_type: 'refresh_token', ...presented });
  const revoke = (form: Record<string, string>) => sso.post('/revoke', form);
  return {
    ...sso,
    refresh,
    revoke,
    isRevoked: () => isFamilyRevoked(sso.context.families, sso.tokens.binding_chain),
  };
}

describe('POST /revoke', () => {
  test('401 for a client that fails to authenticate', async () => {
    const { revoke, tokens, isRevoked } = await redeemed();
    expect((await revoke({ client_id: 'nobody', token: tokens.refresh_token })).status).toBe(401);
    expect(await isRevoked()).toBe(false);
  });

  test('400 without a token', async () => {
    const response = await (await redeemed()).revoke(cli);
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'token is required' },
    ]);
  });

  test.each(['refresh_token', 'access_token'] as const)('400 for the %s of another client', async (name) => {
    const { revoke, tokens, isRevoked } = await redeemed();
    const response = await revoke({ ...rp, token: tokens[name] });
    expect([response.status, response.body]).toEqual([400, oauthError(errors.tokenOfAnother)]);
    expect(await isRevoked()).toBe(false);
  });

  test('200 for an unknown token', async () => {
    const { revoke, isRevoked } = await redeemed();
    const response = await revoke({ ...cli, token: 'x' });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(await isRevoked()).toBe(false);
  });

  test.each(['refresh_token', 'access_token'] as const)(
    '200 ends the family by its %s, once',
    async (name) => {
      const { revoke, tokens, isRevoked, refresh, events } = await redeemed();
      for (const hint of ['refresh_token', 'access_token', 'anything']) {
        const response = await revoke({ ...cli, token: tokens[name], token_type_hint: hint });
        expect([response.status, response.body]).toEqual([200, {}]);
      }
      expect(await isRevoked()).toBe(true);
      expect((await refresh()).body.error).toBe('invalid_grant');
      expect(events.filter(({ type }) => type === 'family.revoked')).toHaveLength(1);
    },
  );

  test('200 ends the family by a token that was rotated away', async () => {
    const { revoke, tokens, isRevoked, refresh } = await redeemed();
    expect((await refresh()).status).toBe(200);
    await revoke({ ...cli, token: tokens.refresh_token });
    expect(await isRevoked()).toBe(true);
  });
});
