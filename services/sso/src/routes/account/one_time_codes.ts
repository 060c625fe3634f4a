import { accountCalls } from '@latchkey/contracts';
import { renderOneTimeCodes } from '../../people/page/account/render-codes.ts';
import { defineAccountPage } from './account-page.ts';
import type { ActForm } from './act-form.ts';
import { problemOf, shownIn, type Act } from './act.ts';
import { viewAccount } from './read-account.ts';
import { withCode } from './with-factors.ts';

/** The new secret that a form showed, to show it again; nothing for what no page of ours wrote. */
function begunIn({ otpauth_url }: ActForm) {
  const url = URL.canParse(otpauth_url) ? new URL(otpauth_url) : undefined;
  const secret = url?.searchParams.get('secret') ?? '';
  const isOurs = url?.protocol === 'otpauth:' && /^[A-Z2-7]{16,128}$/.test(secret);
  return isOurs && { once: { begun: { secret, otpauth_url } } };
}

/** Puts a new secret in force. After a wrong code it is shown again, unless another one has taken its place. */
const confirmCodes: Act<'one_time_codes'> = async ({ ask }, form) => {
  const { code } = form;
  const again = begunIn(form);
  if (code === '') return { problem: { kind: 'code_invalid' }, ...again };
  const answer = await ask(accountCalls.confirmTotp, { ...shownIn(form), 'auth.code': code });
  if (answer.ok) {
    const { recovery_codes } = answer.data;
    return { notice: { kind: 'codes_on' }, once: { recovery_codes } };
  }
  const refused = problemOf(answer);
  const { kind } = refused.problem;
  if (kind === 'changed_meanwhile') return refused;
  // Without a password only the code can be wrong.
  if (kind === 'credentials_invalid' && form.password === '')
    return { problem: { kind: 'code_invalid' }, ...again };
  return { ...refused, ...again };
};

/** The one-time codes of the account: made, replaced, ended. */
export const oneTimeCodes = defineAccountPage({
  name: 'one_time_codes',
  render: renderOneTimeCodes,
  async load({ ask }) {
    const { mfa } = await viewAccount(ask);
    return { name: 'one_time_codes', mfa, begun: null, recovery_codes: [] };
  },
  acts: {
    async begin_codes({ ask }, form) {
      const answer = await ask(accountCalls.beginTotp, shownIn(form));
      return answer.ok ? { notice: null, once: { begun: answer.data } } : problemOf(answer);
    },
    confirm_codes: confirmCodes,
    end_codes: withCode(async ({ ask }, shown) => {
      const answer = await ask(accountCalls.disableTotp, shown);
      return answer.ok ? { notice: { kind: 'codes_off' } } : problemOf(answer);
    }),
  },
});
