import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { tokenFields } from '../../../access/person-access.ts';
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
    },
    required: ['user', 'email_verified', 'mfa', 'recovery_codes_left', 'device_sign_in', 'locale'],
  },
  errors: [],
  async handle({ accounts }: UserApiContext, _input, { account }) {
    const deviceSignIn: 'on' | 'off' = account.deviceSignIn ? 'on' : 'off';
    return {
      user: userAnswer(account),
      email_verified: account.emailVerifiedAt !== null,
      mfa: account.totpSecret !== null,
      recovery_codes_left: await accounts.countRecoveryCodes(account.id),
      device_sign_in: deviceSignIn,
      locale: account.locale,
    };
  },
});
