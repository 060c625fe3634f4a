import type { SectionName } from './section-names.ts';

/** The path of a section. The overview is the account page itself. */
export function pathOf(name: SectionName): string {
  return name === 'overview' ? '/account' : `/account/${name}`;
}
