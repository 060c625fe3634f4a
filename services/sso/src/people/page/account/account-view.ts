import type { accountCalls, InferOutput, PasskeyAsk } from '@latchkey/contracts';
import type { PasswordProblem } from '../../sign-in/new-password.ts';
import type { PasskeyOffer } from '../../sign-in/passkey.ts';
import type { DoorMessages } from '../doors/locales/en.ts';
import type { DropsSection } from '../drops/drops-view.ts';
import type { DropsMessages } from '../drops/locales/en.ts';
import type { PasskeyMessages } from '../passkeys/locales/en.ts';
import type { AccountMessages } from './locales/en.ts';
import type { ActivityFilter, SectionName } from './section-names.ts';

type Calls = typeof accountCalls;

/** An item of what a search answers. */
type ItemOf<Called extends keyof Calls> =
  InferOutput<Calls[Called]['output']> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export type DeviceItem = ItemOf<'searchDevices'>;
export type SessionItem = ItemOf<'searchSessions'>;
export type LogItem = ItemOf<'searchLog'> & {
  /** Whether a device was approved from another network than its own. */
  readonly isElsewhere: boolean;
  /** Whether it came from another network and another program than those of the person who looks. */
  readonly isUnlike: boolean;
};
type OrgItem = ItemOf<'searchOrgs'>;
export type InvitationItem = ItemOf<'searchInvitations'>;

export type PasskeyItem = InferOutput<Calls['listPasskeys']['output']>['passkeys'][number];
export type PasskeyBeginning = InferOutput<Calls['beginPasskey']['output']>;

interface List<Name extends string, Item> {
  readonly name: Name;
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether this is not the first page. */
  readonly isLater: boolean;
}

/** What a section shows, with the names of user-api's answers. */
export type Section =
  | {
      readonly name: 'overview';
      readonly user: { readonly name: string; readonly email: string };
      readonly email_verified: boolean;
      readonly mfa: boolean;
      readonly recovery_codes_left: number;
      readonly device_sign_in: 'on' | 'off';
      readonly orgs: Pick<List<'organisations', OrgItem>, 'items' | 'next_cursor'>;
      /** How many invitations are open; where there is more than one page, those of the first. */
      readonly invitations: { readonly count: number; readonly isMore: boolean };
    }
  | List<'devices', DeviceItem>
  | List<'browsers', SessionItem>
  | (List<'activity', LogItem> & { readonly shown: ActivityFilter | 'failures' | 'all' })
  | {
      readonly name: 'sign_in';
      readonly mfa: boolean;
      readonly recovery_codes_left: number;
      readonly device_sign_in: 'on' | 'off';
      /** How many. */
      readonly passkeys: number;
    }
  | {
      readonly name: 'email';
      readonly mfa: boolean;
      readonly email_change: InferOutput<Calls['view']['output']>['email_change'];
    }
  | { readonly name: 'password'; readonly least: number }
  | {
      readonly name: 'one_time_codes';
      readonly mfa: boolean;
      /** A new secret that waits for its first code, from its making to that code. */
      readonly begun: { readonly secret: string; readonly otpauth_url: string } | null;
      readonly recovery_codes: RecoveryCodes;
    }
  | {
      readonly name: 'recovery_codes';
      readonly mfa: boolean;
      readonly recovery_codes_left: number;
      readonly recovery_codes: RecoveryCodes;
    }
  | {
      readonly name: 'passkeys';
      readonly passkeys: readonly PasskeyItem[];
      readonly asks: PasskeyAsk;
      /** A passkey that the browser is to make now. */
      readonly begun: PasskeyBeginning | null;
    }
  | { readonly name: 'new_devices'; readonly device_sign_in: 'on' | 'off' }
  | DropsSection
  | (List<'organisations', OrgItem> & { readonly invitations: readonly InvitationItem[] })
  | {
      readonly name: 'my_data';
      readonly user: { readonly name: string };
      readonly locale: string | null;
    }
  | { readonly name: 'delete'; readonly mfa: boolean };

export type SectionOf<Name extends SectionName> = Extract<Section, { readonly name: Name }>;

/** Those that have just been made, which are shown this once. */
type RecoveryCodes = readonly string[];

export interface Notice {
  readonly kind:
    | keyof AccountMessages['notices']
    | keyof PasskeyMessages['notices']
    | keyof DropsMessages['notices']
    | keyof DoorMessages['welcome'];
  readonly count?: number;
  /** Name; of joined. */
  readonly org?: string;
}

export interface AccountProblem {
  readonly kind:
    | keyof AccountMessages['problems']
    | keyof PasskeyMessages['problems']
    | keyof DropsMessages['problems']
    | 'password_missing'
    | PasswordProblem;
  /** Seconds; of throttled. */
  readonly retryAfterSeconds?: number;
  /** Slug; of owner_of. */
  readonly org?: string;
  readonly email?: string;
}

/** What an act has done to an account, for the page that is shown next. */
export type AccountResult = Pick<AccountView, 'kind' | 'notice' | 'problem'>;

/** The end of an account, for who has just deleted it. */
export interface DeletedView {
  readonly kind: 'account_deleted';
}

/** The account page: one section, and what an act has done or why it did nothing. */
export interface AccountView<Shown extends Section = Section> {
  readonly kind: 'account';
  readonly csrf: string;
  readonly account: string;
  readonly section: Shown;
  /** Whether acts that do not last need the password: it was typed more than five minutes ago. */
  readonly asksPassword: boolean;
  readonly notice: Notice | null;
  readonly problem: AccountProblem | null;
  /** On the page of the passkeys, where there are any. */
  readonly passkey?: PasskeyOffer | undefined;
}
