import { emailChange } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { tokenFields } from '../../../access/person-access.ts';
import type { Account } from '../../../account/account.ts';
import type { UserApiContext } from '../../../context.ts';
import { userAnswer, userSchema } from '../../auth/answers.ts';

export const localeOrNull = {
  type: ['string', 'null'],
  description: 'Of its mails',
  examples: ['en'],
} as const;

/** Source: contract part 2 "Guarded routes". */
export const accountView = defineRoute({
  path: '/account/me/view',
  summary: 'Answers the account of the caller, and how it signs in',
  family: 'account',
  access: accountAccess,
  input: { properties: tokenFields },
  output: {
    properties: {
      user: userSchema,
      email_verified: { type: 'boolean' },
      mfa: { type: 'boolean', description: 'Whether it signs in with one-time codes' },
      recovery_codes_left: { type: 'integer', description: 'Recovery codes that were not used' },
      device_sign_in: { type: 'string', enum: ['on', 'off'] },
      locale: localeOrNull,
      email_change: {
        ...emailChange,
        description: 'A new address that waits for its link, or the former one while it can be put back',
      },
      password_min_length: {
        type: 'integer',
        description: 'Characters that a new password has at least',
        examples: [12],
      },
    },
  },
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
