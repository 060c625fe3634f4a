import type { Html } from '@latchkey/pages';
import type { PasswordProblem } from '../sign-in/new-password.ts';
import type { Problem } from '../sign-in/sign-in.ts';
import type { AdminRefusal } from '../token/rights.ts';
import type { AccountMessages } from './account/account-messages.ts';
import type { DoorMessages } from './doors/door-messages.ts';
import type { FailedView } from './page-view.ts';

interface Outcome {
  readonly heading: string;
  readonly text: (client: Html) => Html;
}

interface Failure {
  readonly heading: string;
  /** `wait` is a phrase such as "in 5 minutes". It is empty for a reason that has no wait. */
  readonly text: (wait: string) => string;
}

/** All texts of the pages in one language. */
export interface Messages {
  readonly unnamedClient: string;
  readonly enter: {
    readonly heading: string;
    readonly headingFor: (client: Html) => Html;
    readonly lead: string;
    readonly leadFor: string;
    /** The same for who is signed in. */
    readonly leadSignedIn: string;
    readonly code: string;
    readonly codeHint: string;
    readonly codeHintFor: string;
    readonly codeWarning: string;
    readonly email: string;
    readonly signedInAs: (account: Html) => Html;
    readonly otherAccount: string;
    readonly password: string;
    readonly addressCheck: (host: Html) => Html;
    readonly oneTimeCode: string;
    readonly oneTimeCodeOffer: string;
    readonly oneTimeCodeHint: string;
    readonly newPassword: string;
    readonly newPasswordAgain: string;
    readonly submit: string;
  };
  /** The page of a first password. */
  readonly choosePassword: {
    readonly heading: string;
    readonly lead: (account: Html) => Html;
  };
  readonly request: {
    readonly scopesLead: string;
    /** Opens the rest of a long list of scopes; `count` is 3 or more. */
    readonly scopesFold: (count: number) => string;
    /** Opens what a phone folds: when it was requested, who has registered the client, where it is valid. */
    readonly details: string;
    readonly account: string;
    /** Who has registered the client: the label, and what stands beside it. */
    readonly registered: string;
    readonly byInstallation: string;
    readonly byOrg: (name: Html) => Html;
    readonly byPerson: string;
    readonly device: string;
    /** The name that the device gives itself. Nobody has checked it. */
    readonly callsItself: (name: Html) => Html;
    readonly requestedAt: string;
    readonly requestedFrom: string;
    readonly fromDevice: (name: Html) => Html;
    /** The program that made the request, as it names itself. */
    readonly fromProgram: (name: Html) => Html;
    readonly sameNetwork: string;
    readonly otherNetwork: string;
    /** Where the visitor of the app is, as the app says. */
    readonly visitorFrom: string;
    /** The services at which the access is valid. */
    readonly worksAt: string;
  };
  /** Verb phrases that complete `request.scopesLead`. */
  readonly scopes: {
    /** What openid, profile and email say together. */
    readonly identity: string;
    readonly openid: string;
    readonly profile: string;
    readonly email: string;
    readonly groups: string;
    readonly offline_access: string;
    readonly account: string;
    readonly clients: string;
    readonly orgs: string;
    readonly admin: string;
    /** What the audience of drop gives. */
    readonly drops: string;
    readonly other: (scope: Html) => Html;
  };
  readonly confirm: {
    readonly title: string;
    readonly heading: (client: Html) => Html;
    /** For a request that gets admin. */
    readonly headingAdmin: (client: Html) => Html;
    readonly codeCheck: string;
    /** Warns against remote phishing (RFC 8628 section 5.4). */
    readonly warningLead: string;
    readonly warning: string;
    /** Stands apart where the device and the browser are in different networks. */
    readonly otherNetwork: string;
    readonly approve: string;
    readonly deny: string;
  };
  /** Why a person does not get the scope admin, which the request asks for. */
  readonly adminRefused: Record<AdminRefusal, string>;
  readonly done: Record<'approved' | 'denied', Outcome>;
  readonly failed: Record<FailedView['reason'], Failure>;
  readonly session: {
    readonly title: string;
    readonly lead: string;
    readonly signOut: string;
    readonly signedOut: string;
  };
  /** `least` is the characters that a new password needs. */
  readonly newPassword: Record<Exclude<PasswordProblem, 'new_password_short'>, string> &
    Record<'hint' | 'new_password_short', (least: number) => string>;
  readonly errors: Record<Exclude<Problem, PasswordProblem>, string>;
  readonly account: AccountMessages;
  readonly doors: DoorMessages;
}
