/** What an act on the account page has done. */
export interface Notices {
  readonly device_ended: string;
  /** `count` devices of the app ended. */
  readonly app_ended: (count: number) => string;
  readonly session_ended: string;
  /** `count` other browsers, devices and apps ended. */
  readonly others_ended: (count: number) => string;
  readonly ended_before: string;
  readonly password_changed: (count: number) => string;
  readonly codes_on: string;
  readonly codes_off: string;
  readonly recovery_replaced: string;
  readonly devices_on: string;
  readonly devices_off: string;
  readonly org_left: string;
  readonly invitation_accepted: string;
  readonly invitation_declined: string;
  readonly confirmation_requested: string;
  readonly mail_off: string;
  readonly profile_changed: string;
  readonly email_requested: string;
}

/** Why an act did nothing. */
export interface Problems {
  readonly credentials_invalid: string;
  readonly code_invalid: string;
  readonly last_owner: string;
  /** The account cannot be deleted while it is the last owner of `org`. */
  readonly owner_of: (org: string) => string;
  readonly last_root: string;
  readonly unverified: string;
  readonly name_refused: string;
  readonly email_invalid: string;
  /** Something else changed at the same time, in another window for example. */
  readonly changed_meanwhile: string;
  /** `wait` is a phrase such as "in 5 minutes". */
  readonly throttled: (wait: string) => string;
}
