import { accountCalls } from '@latchkey/contracts';
import { renderRecoveryCodes } from '../../people/page/account/render-codes.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf } from './act.ts';
import { viewAccount } from './read-account.ts';
import { withCode } from './with-factors.ts';

export const recoveryCodes = defineAccountPage({
  name: 'recovery_codes',
  render: renderRecoveryCodes,
  async load({ ask }) {
    const { mfa, recovery_codes_left } = await viewAccount(ask);
    return { name: 'recovery_codes', mfa, recovery_codes_left, recovery_codes: [] };
  },
  acts: {
    replace_recovery: withCode(async ({ ask }, shown) => {
      const answer = await ask(accountCalls.replaceRecoveryCodes, shown);
      if (!answer.ok) return problemOf(answer);
      const { recovery_codes } = answer.data;
      return { notice: { kind: 'recovery_replaced' }, once: { recovery_codes } };
    }),
  },
});
