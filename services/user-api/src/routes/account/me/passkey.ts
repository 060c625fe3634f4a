import { accountCalls, longestPasskeyName } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { nameField } from '../../../accounts/name.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import {
  addPasskey,
  beginPasskey,
  findPasskeyAsk,
  removePasskey,
} from '../../../people/own-account/change-passkeys.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { codeErrors, codeFields } from '../../../signing-in/act-with-code.ts';
import { passkeyAnswer } from '../../passkey-answer.ts';

/** Source: contract part 2 "Passkeys". */
export const passkeyList = defineRoute({
  ...accountCalls.listPasskeys,
  summary: 'Lists the passkeys of the account, the oldest first, and what adding one asks for',
  access: accountAccess,
  errors: [],
  async handle(context: UserApiContext, _input, caller) {
    const existing = await context.passkeys.list(caller.account.id);
    const asks = await findPasskeyAsk(context, caller, existing);
    return { passkeys: existing.map(passkeyAnswer(context.ssoUrl)), asks };
  },
});

/** Source: contract part 2 "Passkeys". */
export const passkeyBegin = defineRoute({
  ...accountCalls.beginPasskey,
  summary: 'Begins to add a passkey; only for sso’s account page',
  details:
    'It spends the code of an account that has them. It answers the user handle, 32 random bytes, until all passkeys are ended, and begun, which adds one passkey, in this sign-in, within 15 minutes.',
  access: accountAccess,
  input: { properties: codeFields },
  errors: [...codeErrors, errors.passkeysOff, errors.pageOnly, errors.passkeyNeeded, errors.passkeyTaken],
  async handle(context: UserApiContext, shown, caller, request) {
    const { begun, handle, existing } = await beginPasskey(context, caller, shown, originOf(request));
    return { begun, user_handle: handle, credential_ids: existing.map(({ credentialId }) => credentialId) };
  },
});

/** Source: contract part 2 "Passkeys". */
export const passkeyAdd = defineRoute({
  ...accountCalls.addPasskey,
  summary: 'Adds the passkey that a browser has made; only for sso’s account page',
  details:
    'It verifies rpIdHash, origin (SSO_URL’s), type, challenge, crossOrigin (absent or false), user present and verified; attestation is not asked for.',
  access: accountAccess,
  input: {
    ...accountCalls.addPasskey.input,
    properties: {
      ...accountCalls.addPasskey.input.properties,
      name: { ...nameField, maxLength: longestPasskeyName },
    },
  },
  errors: [
    errors.passkeysOff,
    errors.pageOnly,
    errors.passkeyNotBegun,
    errors.passkeyInvalid,
    errors.passkeyRefused,
    errors.passkeyTaken,
  ],
  async handle(context: UserApiContext, made, caller, request) {
    return { id: await addPasskey(context, caller, made, originOf(request)) };
  },
});

/** Source: contract part 2 "Passkeys". */
export const passkeyRemove = defineRoute({
  ...accountCalls.removePasskey,
  summary: 'Removes a passkey of the account; what it opened stays',
  access: accountAccess,
  errors: [errors.notFound, errors.passkeyNeeded],
  async handle(context: UserApiContext, { id }, caller, request) {
    await removePasskey(context, caller, id, originOf(request));
    const removed = true as const;
    return { removed };
  },
});
