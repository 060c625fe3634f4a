import type { RegisteredBy } from '../../../oauth/client/client.ts';
import type { AdminRefusal } from '../../../oauth/token/rights.ts';
import type { CredentialsView } from '../page-view.ts';

/** The app that has led a browser here. */
export interface AppFacts {
  readonly clientName: string;
  readonly registeredBy: RegisteredBy;
  /** The host that the answer goes to; null for an app on this computer. */
  readonly place: string | null;
}

/** The sign-in, for an app. */
export interface AppSignInView extends CredentialsView {
  readonly kind: 'app_sign_in';
  readonly app: AppFacts;
}

/** The question whether an app gets what it asks for. */
export interface AppAskView {
  readonly kind: 'app_ask';
  readonly csrf: string;
  readonly app: AppFacts;
  readonly request: { readonly scopes: readonly string[]; readonly audiences: readonly string[] };
  readonly account: string;
  /** Why admin, which is asked for, is not given. */
  readonly adminRefusal: AdminRefusal | undefined;
}

/** A refusal, with the way back to the app. */
export interface AppRefusedView {
  readonly kind: 'app_refused';
  readonly app: AppFacts;
  readonly error: string;
  readonly description: string;
  /** The address of the app, with the refusal. */
  readonly to: string;
}

/** A request that leads back nowhere: its client or its address is unknown. */
export interface AppBrokenView {
  readonly kind: 'app_broken';
  /** For who made the app. */
  readonly description: string;
}

/** What is not a window led here, such as a frame, gets the way to one. */
export interface AppWaitingView {
  readonly kind: 'app_waiting';
}
