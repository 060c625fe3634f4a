import type { Html } from '@latchkey/pages';
import type { Notices, Problems } from './act-messages.ts';

/** The sections of the account page that are in its menu, in its order. */
export const menuNames = [
  'overview',
  'devices',
  'browsers',
  'activity',
  'sign_in',
  'organisations',
  'my_data',
] as const;

/** The pages of single acts, each with the section that leads to it. */
export const parents = {
  email: 'sign_in',
  password: 'sign_in',
  one_time_codes: 'sign_in',
  recovery_codes: 'sign_in',
  new_devices: 'sign_in',
  delete: 'my_data',
} as const;

export type MenuName = (typeof menuNames)[number];

export type SectionName = MenuName | keyof typeof parents;

export const sectionNames: readonly SectionName[] = [
  ...menuNames,
  ...(Object.keys(parents) as (keyof typeof parents)[]),
];

/** What the activity may be narrowed to; the filter `kind` of user-api's log. */
export const activityFilters = ['sign_in', 'devices', 'account', 'orgs', 'apps'] as const;

export type ActivityFilter = (typeof activityFilters)[number];

/** What the rows of the request log say, for each kind of event. Source: contract part 2 "Passwords, codes, throttling". */
export type ActivityKind =
  | 'sign_in'
  | 'app_session'
  | 'sign_up'
  | 'sign_out'
  | 'sign_in_renewed'
  | 'session_ended'
  | 'others_ended'
  | 'guessed'
  | 'over_limit'
  | 'device_approved'
  | 'device_denied'
  | 'device_ended'
  | 'app_ended'
  | 'password_changed'
  | 'email_requested'
  | 'email_changed'
  | 'email_restored'
  | 'codes_on'
  | 'codes_off'
  | 'recovery_used'
  | 'recovery_replaced'
  | 'devices_on'
  | 'devices_off'
  | 'password_check'
  | 'code_check'
  | 'locked'
  | 'client_changed'
  | 'connection_changed'
  | 'invitation_accepted'
  | 'org_people'
  | 'org_left'
  | 'admin_granted'
  | 'admin_refused'
  | 'operator_act'
  | 'exported'
  | 'account_changed';

/** All texts of the sign-in and of the account page in one language. */
export interface AccountMessages {
  readonly login: {
    readonly heading: string;
    readonly submit: string;
  };
  /** The menu, and the headings of all pages. */
  readonly sections: Record<SectionName, string>;
  /** Names the menu for a screen reader. */
  readonly menu: string;
  /** Leads past the menu. */
  readonly skip: string;
  readonly older: string;
  readonly newest: string;
  readonly overview: {
    readonly name: string;
    readonly email: string;
    readonly recoveryLeft: (count: number) => string;
    /** Shown where at most three recovery codes are left, with a link to the section Sign-in. */
    readonly recoveryFew: (count: number) => string;
    readonly on: string;
    readonly off: string;
    readonly allowed: string;
    readonly notAllowed: string;
    /** Heads what the person should look at. */
    readonly attention: string;
    readonly unverified: string;
    readonly askConfirmation: string;
    readonly devicesOff: string;
    /** `count` invitations are open; with a link to them. */
    readonly invitations: (count: string) => string;
    /** Shown where one-time codes are off, with a link to the section Sign-in. */
    readonly codesHint: string;
    readonly connect: string;
  };
  readonly devices: {
    readonly lead: string;
    readonly none: string;
    readonly since: string;
    readonly from: string;
    readonly lastUsed: string;
    readonly waiting: string;
    readonly can: string;
    readonly end: string;
    readonly endApp: (app: Html) => Html;
  };
  readonly browsers: {
    readonly lead: string;
    readonly here: string;
    readonly signedIn: string;
    readonly app: string;
    readonly end: string;
    readonly endOthers: string;
    readonly endOthersHint: string;
  };
  readonly activity: {
    readonly lead: string;
    readonly none: string;
    readonly filter: string;
    readonly all: string;
    readonly kinds: Record<ActivityFilter, string>;
    readonly failures: string;
    readonly failed: string;
    readonly byOperator: string;
    /** Marks what came from another network and another program than those of the person who looks. */
    readonly unlike: string;
    /** `who` is an app, and its device where that has a name. */
    readonly gotAccess: (who: Html) => Html;
    readonly wasDenied: (who: Html) => Html;
    readonly onDevice: (app: Html, device: Html) => Html;
    /** Marks a device that was approved from another network than its own. */
    readonly otherNetwork: string;
  };
  readonly events: Record<ActivityKind, string>;
  readonly signIn: {
    /** Links of the rows, beside what they lead to. */
    readonly change: string;
    readonly setUp: string;
    readonly makeNew: string;
    readonly currentPassword: string;
    readonly changePassword: string;
    readonly passwordEnds: string;
    readonly codesOff: string;
    readonly codesOn: string;
    readonly begin: string;
    /** The three steps to one-time codes. */
    readonly stepApp: string;
    readonly scan: string;
    /** A link that opens an authenticator app on the device that shows the page. */
    readonly openApp: string;
    readonly secret: string;
    readonly stepCode: string;
    readonly stepRecovery: string;
    readonly stepRecoveryHint: string;
    readonly confirm: string;
    readonly disable: string;
    /** The first code of a new secret, which no recovery code replaces. */
    readonly firstCode: string;
    readonly firstCodeHint: string;
    /** Begins another secret while one is in force. */
    readonly replaceApp: string;
    readonly replaceAppHint: string;
    readonly recoveryHint: string;
    /** Where one-time codes are off. */
    readonly recoveryLater: string;
    readonly recoveryShown: string;
    readonly makeRecovery: string;
    readonly makeRecoveryHint: string;
    readonly devicesOn: string;
    readonly devicesOff: string;
    readonly stopDevices: string;
    readonly allowDevices: string;
  };
  readonly email: {
    readonly lead: string;
    readonly newEmail: string;
    readonly submit: string;
    /** The new address waits for its link. */
    readonly waiting: (email: Html) => Html;
    /** The mail to the former address can put it back. */
    readonly changed: (email: Html) => Html;
    /** Before the end of either. */
    readonly until: string;
  };
  readonly organisations: {
    readonly none: string;
    readonly roles: Record<'owner' | 'admin' | 'member', string>;
    readonly leave: string;
    readonly invitations: string;
    readonly invitedBy: string;
    readonly role: string;
    readonly until: string;
    readonly accept: string;
    readonly decline: string;
  };
  readonly myData: {
    readonly language: string;
    readonly save: string;
    readonly export: string;
    readonly exportHint: string;
    readonly download: string;
    readonly deleteHint: string;
    /** What stays for a time. */
    readonly deleteLater: string;
    readonly deleted: string;
    readonly deletedHint: string;
  };
  readonly notices: Notices;
  readonly problems: Problems;
}
