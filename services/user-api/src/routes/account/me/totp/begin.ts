import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { createTotpSecret, otpauthUrl } from '../../../../totp/totp.ts';

/** Source: contract part 2 "Settled details". */
export const totpBegin = defineRoute({
  path: '/account/me/totp/begin',
  summary: 'Makes a TOTP secret, which /account/me/totp/confirm puts in force',
  family: 'account',
  access: accountAccess,
  input: { properties: tokenFields },
  output: {
    properties: {
      secret: { type: 'string', description: 'Base32; shown once' },
      otpauth_url: { type: 'string' },
    },
    required: ['secret', 'otpauth_url'],
  },
  errors: [errors.totpOn],
  async handle(context: UserApiContext, _input, { account }) {
    const secret = createTotpSecret((size) => context.randomBytes(size));
    const isBegun = await context.accounts.beginTotp(account.id, context.secrets.seal(secret, account.id));
    if (!isBegun) throw new ApiError(errors.totpOn);
    return { secret, otpauth_url: otpauthUrl(secret, account.email) };
  },
});
