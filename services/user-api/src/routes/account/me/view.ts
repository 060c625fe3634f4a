import { accountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { Account } from '../../../account/account.ts';
import type { UserApiContext } from '../../../context.ts';
import { userAnswer, userSchema } from '../../auth/answers.ts';

/** Source: contract part 2 "Guarded routes". */
export const accountView = defineRoute({
  ...accountCalls.view,
  summary: 'Answers the account of the caller, and how it signs in',
  access: accountAccess,
  output: { properties: { ...accountCalls.view.output.properties, user: userSchema } },
  errors: [],
  async handle(context: UserApiContext, _input, { account }) {
    const { accounts, passwords } = context;
    const deviceSignIn: 'on' | 'off' = account.deviceSignIn ? 'on' : 'off';
    return {
      user: userAnswer(account),
      email_verified: account.emailVerifiedAt !== null,
      mfa: account.totpSecret !== null,
      recovery_codes_left: await accounts.countRecoveryCodes(account.id),
      device_sign_in: deviceSignIn,
      locale: account.locale,
      email_change: await changeAnswer(context, account),
      password_min_length: passwords.minLength,
    };
  },
});

/** What is left of a change of the address, as the view and the export show it. */
export async function changeAnswer({ links, now }: UserApiContext, { id }: Pick<Account, 'id'>) {
  const found = await links.findChange(id, new Date(now()));
  return found === undefined ? null : { ...found, until: found.until.toISOString() };
}
