import { accountCalls, type Contract, type SentFields } from '@latchkey/contracts';
import type { ServiceAnswer } from '@latchkey/contracts/service-client';
import { unexpected } from '../../sibling/unexpected.ts';
import type { Ask } from './for-person.ts';

/** Items of a page of a list. */
export const pageSize = 20;

/** The data of an answer that the page cannot do without. */
export function dataOf<Called extends Contract>(answer: ServiceAnswer<Called>) {
  if (answer.ok) return answer.data;
  throw unexpected(answer, 'the account page');
}

/** A page of a search; a bad cursor leads to the first one. No type of its own says that every search takes a limit. */
export async function listPage<Called extends Contract>(
  ask: Ask,
  to: Called,
  filters: object,
  { cursor }: { readonly cursor?: string | undefined },
) {
  const search = (more: object) =>
    ask(to, { limit: pageSize, ...filters, ...more } as unknown as SentFields<Called['input']>);
  const later = cursor === undefined || cursor === '' ? undefined : await search({ cursor });
  return later?.ok ? { page: later.data, isLater: true } : { page: dataOf(await search({})), isLater: false };
}

export async function viewAccount(ask: Ask) {
  return dataOf(await ask(accountCalls.view, {}));
}
