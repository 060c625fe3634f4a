import { accountCalls, ApiError, ownAccountCalls } from '@latchkey/contracts';
import { defineDownload, defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../access/account-access.ts';
import { localeField } from '../../accounts/locale.ts';
import { nameField } from '../../accounts/name.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { deleteAccount } from '../../people/own-account/delete-account.ts';
import { writeExport } from '../../people/own-account/write-export.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { confirmUnlessRecent, recentPassword } from '../../signing-in/password/confirm-password.ts';
import { passwordField } from '../../signing-in/password/passwords.ts';
import { userAnswer, userSchema } from '../auth/answers.ts';
import { changeAnswer, describeExport, exportSections } from './me/export-sections.ts';

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

/** Source: contract part 2 "Own data". */
export const accountUpdate = defineRoute({
  ...ownAccountCalls.update,
  summary: 'Changes the name of the account, and the language of its mails',
  access: accountAccess,
  input: { properties: { name: nameField, locale: localeField } },
  errors: [errors.nothingToChange, errors.stateConflict],
  async handle(context: UserApiContext, { name, locale }, { account }, request) {
    if (name === undefined && locale === undefined) throw new ApiError(errors.nothingToChange);
    const row = createEntry(context, { event: 'account.update', userId: account.id }, originOf(request));
    const isChanged = await context.ownAccounts.update(account.id, { name, locale }, row);
    if (!isChanged) throw new ApiError(errors.stateConflict);
    return { name: name ?? account.name, locale: locale ?? account.locale };
  },
});

const deviceSignIn = { type: 'string', enum: ['on', 'off'] } as const;

/** Source: contract part 2 "Guarded routes". */
export const deviceSignInChange = defineRoute({
  ...accountCalls.changeDeviceSignIn,
  summary: 'Lets devices and apps be approved for the account, or not',
  access: accountAccess,
  input: {
    properties: {
      'auth.pass': { ...passwordField, description: recentPassword },
      device_sign_in: deviceSignIn,
    },
    required: ['device_sign_in'],
  },
  errors: [errors.fieldMissing, errors.credentialsInvalid, errors.throttled, errors.stateConflict],
  async handle(context: UserApiContext, input, caller, request) {
    const { account } = caller;
    const origin = originOf(request);
    const { device_sign_in: wanted } = input;
    await confirmUnlessRecent(context, caller, input, origin);
    const row = createEntry(context, { event: `device_sign_in.${wanted}`, userId: account.id }, origin);
    const isChanged = await context.accounts.setDeviceSignIn(account, wanted === 'on', row);
    if (!isChanged) throw new ApiError(errors.stateConflict);
    return { device_sign_in: wanted };
  },
});

/** Source: contract part 2 "Own data". */
export const accountExport = defineDownload({
  path: '/account/me/export',
  summary: 'Sends all that Latchkey keeps of the account as one file of JSON',
  details:
    'The file has all that user-api and sso keep of the person; no secret, hash or token. It is sent as it is read, as an attachment without an envelope. Its last member is "complete": true; where a list cannot be read on, the connection is cut. Without sso the answer is 503.',
  access: accountAccess,
  input: { properties: { 'auth.pass': { ...passwordField, description: recentPassword } } },
  output: describeExport,
  errors: [errors.fieldMissing, errors.credentialsInvalid, errors.throttled, errors.overloaded],
  async handle(context: UserApiContext, input, caller, request) {
    const origin = originOf(request);
    await confirmUnlessRecent(context, caller, input, origin);
    const row = createEntry(context, { event: 'account.export', userId: caller.account.id }, origin);
    const sections = await exportSections(context, caller, origin.traceparent);
    const begin = () => context.requestLog.add(row);
    return { filename: 'latchkey-account.json', pieces: withBeginning(writeExport(sections), begin) };
  },
});

/** Does something when the first piece is there and before it is sent. */
async function* withBeginning<Piece>(pieces: AsyncIterable<Piece>, begin: () => Promise<void>) {
  let hasBegun = false;
  for await (const piece of pieces) {
    if (!hasBegun) await begin();
    hasBegun = true;
    yield piece;
  }
}

/** Source: contract part 2 "Own data". */
export const accountDelete = defineRoute({
  ...ownAccountCalls.delete,
  summary: 'Deletes the account of the caller, with all its sign-ins, factors, memberships and clients',
  access: accountAccess,
  input: {
    properties: {
      'auth.pass': { ...passwordField, description: 'Current password' },
      'auth.code': { type: 'string', description: 'A one-time or recovery code, where the account has them' },
    },
  },
  errors: [
    errors.fieldMissing,
    errors.freshCodeRequired,
    errors.credentialsInvalid,
    errors.throttled,
    errors.overloaded,
    errors.lastOwner,
    errors.lastRoot,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    await deleteAccount(context, caller, input, originOf(request));
    const deleted = true as const;
    return { deleted };
  },
});
