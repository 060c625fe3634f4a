import type { SectionName } from './account-messages.ts';

/** The path of a section. */
export function pathOf(name: SectionName): string {
  return name === 'overview' ? '/account' : `/account/${name}`;
}
