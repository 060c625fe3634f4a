import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { confirmAddress } from '../../../../door/confirm-address.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Links". */
export const emailConfirm = defineRoute({
  path: '/account/me/email/confirm',
  summary:
    'Confirms the address of the caller’s own account, or puts a new one in its place, by the link that was mailed to it',
  family: 'account',
  access: accountAccess,
  input: {
    properties: {
      ...tokenFields,
      link: {
        type: 'string',
        minLength: 1,
        maxLength: 512,
        description: 'The token of the link',
        examples: [
          'k1.Zm9ydHktdGhyZWUtc3ltYm9scy1vZi1iYXNlNjR1cmwtaWQ.Zm9ydHktdGhyZWUtc3ltYm9scy1vZi1iYXNlNjR1cmwtbWE',
        ],
      },
    },
    required: ['link'],
  },
  output: { properties: { email_verified: { type: 'boolean' } } },
  errors: [errors.notFound, errors.accountExists],
  async handle(context: UserApiContext, { link }, { account }, request) {
    await confirmAddress(context, account, link, originOf(request));
    return { email_verified: true };
  },
});
