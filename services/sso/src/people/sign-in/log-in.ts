import type { SignedIn } from '../../sibling/password-check.ts';
import {
  checkCredentials,
  type ChoosePassword,
  type CredentialForm,
  type CredentialPorts,
  type CredentialProblem,
} from './check-credentials.ts';
import type { Visit } from './visit.ts';

interface LogInPorts extends CredentialPorts {
  readonly randomBytes: (size: number) => Buffer;
}

/** The new session of the browser with its new secret, or what the person does first. */
export type LogInResult =
  | { readonly kind: 'signed_in'; readonly session: SignedIn & { readonly browserSecret: string } }
  | { readonly kind: 'problem'; readonly problem: CredentialProblem }
  | ChoosePassword;

/** Signs a person in to the browser, without a device. Source: contract part 1 "Account page". */
export async function logIn(ports: LogInPorts, visit: Visit, form: CredentialForm): Promise<LogInResult> {
  const checked = await checkCredentials(ports, visit, form);
  if (checked.kind !== 'signed_in') return checked;
  const browserSecret = ports.randomBytes(32).toString('base64url');
  return { kind: 'signed_in', session: { ...checked.signedIn, browserSecret } };
}
