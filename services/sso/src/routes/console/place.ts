import { ApiError } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { errors } from '../../errors.ts';
import { findList } from '../../people/console/lists.ts';
import { consoleLooks } from '../../people/page/console/console-looks.ts';
import type { ConsoleView } from '../../people/page/console/console-view.ts';
import type { Page } from '../../people/page/look.ts';

/** Where a page of the console is: a list, and a thing of it. */
export interface Place {
  readonly list: string | undefined;
  readonly id: string | undefined;
}

/** Where an address of the console is. Throws for one that names no list. */
export function placeOf(path: string): Place {
  const [, , list, id] = path.split('/');
  if (list !== undefined && findList(list) === undefined) throw new ApiError(errors.pageUnknown);
  return { list, id: id === undefined ? undefined : decodeURIComponent(id) };
}

/** The page of a request, without its filters. */
export const pageOf = ({ path }: RequestInfo): Page<ConsoleView> => ({ path, looks: consoleLooks });

/** The address of a page with its filters, to which a form goes and leads back. */
export function addressOf({ path, search }: RequestInfo): string {
  const query = new URLSearchParams(search);
  for (const name of ['shown', 'ui_locales']) query.delete(name);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
