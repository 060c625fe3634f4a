import { accountCalls } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';
import { createTestKeys } from '@latchkey/testing';
import type { OperatorMfa } from '../oauth/token/rights.ts';
import { createAskAccount } from './account.ts';

const session = { id: 's1', userId: 'u1', amr: ['password'], authTime: 1_800_000_000 };
// Nothing else of a visit is read.
const visit = { session, ip: '192.0.2.1', userAgent: 'Test/1.0', traceparent: '' } as never;

test.each<[OperatorMfa, object]>([
  ['passkey', { operator_mfa: 'passkey' }],
  ['required', {}],
  ['off', {}],
])('with OPERATOR_MFA = %s a token of the page says %j of it', async (operatorMfa, said) => {
  const sent: Record<string, unknown>[] = [];
  const call = ((given: { body: Record<string, unknown> }) => {
    sent.push(given.body);
    return Promise.resolve({ ok: true, data: {} });
  }) as unknown as ServiceClient; // The answer fits no route; nobody reads it.
  const { kid, privateKey } = createTestKeys();
  const ask = createAskAccount({
    call,
    signer: {
      signingKeys: { activeKey: () => ({ kid, privateKey }) },
      settings: { issuer: 'https://sso.example.test', accessTokenTtlSeconds: 900 },
      newId: () => 'jti',
    },
    now: () => 1_800_000_000_000,
    audience: 'https://api.example.test',
    scope: 'account orgs',
    operatorMfa,
  });
  await ask(visit, accountCalls.view, {});
  const [, payload = ''] = String(sent[0]?.['auth.token']).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  expect(claims).toMatchObject({ sub: 'u1', sid: 's1', client_id: 'latchkey-account', exp: 1_800_000_060 });
  const { operator_mfa } = claims;
  expect(operator_mfa === undefined ? {} : { operator_mfa }).toEqual(said);
});
