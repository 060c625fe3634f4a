/** The sections of the account page that are in its menu, in its order. */
export const menuNames = [
  'overview',
  'devices',
  'browsers',
  'activity',
  'sign_in',
  'drops',
  'organisations',
  'my_data',
] as const;

/** The pages of single acts, each with the section that leads to it. */
export const parents = {
  email: 'sign_in',
  password: 'sign_in',
  one_time_codes: 'sign_in',
  recovery_codes: 'sign_in',
  passkeys: 'sign_in',
  new_devices: 'sign_in',
  delete: 'my_data',
} as const;

export type MenuName = (typeof menuNames)[number];

export type SectionName = MenuName | keyof typeof parents;

/** What the activity may be narrowed to; the filter `kind` of user-api's log. */
export const activityFilters = ['sign_in', 'devices', 'account', 'orgs', 'apps'] as const;

export type ActivityFilter = (typeof activityFilters)[number];
