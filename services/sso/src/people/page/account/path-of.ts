import type { SectionName } from './section-names.ts';

/** The pages of the account. The first eight are in its menu; each of the others belongs to one of them. */
const paths = {
  overview: '/account',
  devices: '/account/devices',
  browsers: '/account/browsers',
  activity: '/account/activity',
  sign_in: '/account/sign_in',
  drops: '/account/drops',
  organisations: '/account/organisations',
  my_data: '/account/my_data',
  email: '/account/email',
  password: '/account/password',
  one_time_codes: '/account/one_time_codes',
  recovery_codes: '/account/recovery_codes',
  passkeys: '/account/passkeys',
  new_devices: '/account/new_devices',
  delete: '/account/delete',
} as const satisfies Record<SectionName, string>;

/** The path of a section. */
export function pathOf(name: SectionName): string {
  return paths[name];
}
