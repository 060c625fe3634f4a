import { defineRoute, text } from '@latchkey/http-server';
import { payloadAccess } from '../../access/payload-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { openRootSession, openSessions, type SignedIn } from '../../sessions/open-sessions.ts';
import { assertNewFingerprint } from '../../signing-in/attempt/binding.ts';
import { payloadFields } from '../../signing-in/attempt/payload.ts';
import { credentialFields, orgField } from '../../signing-in/credentials.ts';
import { newPasswordErrors } from '../../signing-in/password/assert-new-password.ts';
import { passkeyFields, signInByPasskey } from '../../signing-in/sign-in-by-passkey.ts';
import { signIn } from '../../signing-in/sign-in.ts';
import {
  loginAnswer,
  loginOutput,
  memberPart,
  outputFor,
  rootAnswer,
  rootSchema,
  userAnswer,
  userSchema,
  type Audience,
} from './answers.ts';

const bindsDevice = {
  ...text,
  description: 'Binds the session to a device; at least 22 characters',
} as const;
/** Root-session routes read these bare fields. Source: requirement 2 "Authentication request fields". */
const bareBindingFields = {
  dpop: { ...text, description: 'DPoP proof that binds the session to its key' },
  htu: { ...text, description: 'Address that the proof was made for' },
  fingerprint: bindsDevice,
} as const;

/** What both families of routes share; a member's route reads the org too. */
function signInParts(audience: Audience) {
  const fields = { ...payloadFields, ...credentialFields };
  return {
    family: 'auth',
    access: payloadAccess,
    fields: audience === 'member' ? { ...fields, ...orgField } : fields,
    errors: [
      errors.identifierMissing,
      errors.fieldMissing,
      errors.identifiersDiffer,
      errors.credentialsInvalid,
      ...(audience === 'user' ? [errors.passkeyInvalid] : []),
      errors.mfaRequired,
      errors.passwordChangeRequired,
      ...newPasswordErrors,
      errors.passwordSame,
      errors.proofInvalid,
      errors.nonceNeeded,
      errors.fingerprintShort,
    ],
  };
}

/**
 * A route that signs in and answers an access token. Source: contract part 2 "Routes guarded by a consumed payload".
 */
export function defineLogin(audience: Audience, summary: string) {
  const path = `/auth/${audience}/login`;
  const { fields: properties, ...parts } = signInParts(audience);
  return defineRoute({
    ...parts,
    path,
    summary,
    input: { properties: { ...properties, 'auth.fingerprint': bindsDevice } },
    output: outputFor(audience, loginOutput),
    async handle(context: UserApiContext, fields, _caller, request) {
      const { 'auth.fingerprint': fingerprint } = fields;
      const binding = { fingerprint, fingerprintField: 'auth.fingerprint' } as const;
      assertNewFingerprint(binding);
      const purpose = `${audience}_login` as const;
      const { account, member, opened } = await signIn(
        context,
        { purpose, path, fields, binding, origin: originOf(request) },
        (signedIn) => openSessions(context, signedIn, request.traceparent),
      );
      request.note({ principal_id: account.id });
      return { ...loginAnswer(account, opened), ...memberPart(member) };
    },
  });
}

/** A passkey signs a user in. To the compiler a member too, so that one handler serves both. */
function passkeyFieldsFor(audience: Audience) {
  return (audience === 'user' ? passkeyFields : {}) as typeof passkeyFields;
}

/** A route that signs in and answers a root session. Source: as of {@link defineLogin}. */
export function defineRootSession(audience: Audience, summary: string) {
  const path = `/auth/${audience}/root-session`;
  const { fields: properties, ...parts } = signInParts(audience);
  return defineRoute({
    ...parts,
    path,
    summary,
    input: { properties: { ...properties, ...bareBindingFields, ...passkeyFieldsFor(audience) } },
    output: outputFor(audience, {
      properties: { root: rootSchema, user: userSchema },
    }),
    async handle(context: UserApiContext, fields, _caller, request) {
      const { dpop, htu, fingerprint } = fields;
      const binding = { dpop, htu, fingerprint, fingerprintField: 'fingerprint' } as const;
      assertNewFingerprint(binding);
      const purpose = `${audience}_root_session` as const;
      const origin = originOf(request);
      const open = (signedIn: SignedIn) => openRootSession(context, signedIn);
      const { account, member, opened } =
        fields['auth.method'] === 'passkey'
          ? await signInByPasskey(context, { path, fields, origin }, open)
          : await signIn(context, { purpose, path, fields, binding, origin }, open);
      request.note({ principal_id: account.id });
      const root = rootAnswer(opened.session, opened.token);
      return { root, user: userAnswer(account), ...memberPart(member) };
    },
  });
}
