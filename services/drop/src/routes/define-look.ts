import { ApiError, exampleValues } from '@latchkey/contracts';
import { definePage, type PageResult } from '@latchkey/http-server';
import { isOpenedByPerson } from '@latchkey/pages';
import { holdLook } from '../access/hold-look.ts';
import { pageVisitor, type PageVisit } from '../access/page-visit.ts';
import type { DropContext } from '../context.ts';
import { dropIdPattern } from '../drop/drop-schema.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { pageOutput, type Shown } from './d/answer-page.ts';

interface Look {
  readonly path: string;
  readonly summary: string;
  readonly outcome: string;
  /** Of every other drop the page says no more than of an unknown id. */
  readonly isFor: (drop: Drop) => boolean;
  /** Without a drop where nothing was looked up. */
  readonly show: (visit: PageVisit, shown: Shown, drop?: Drop) => PageResult;
  readonly refuse: (error: ApiError, shown: Shown) => PageResult;
}

/**
 * The GET of a page of a drop. It changes nothing, so that a mail scanner spends nothing, and looks up only for a person, so
 * that another page cannot spend the look-ups of its visitors. Source: contract part 3 "The page".
 */
export function defineLook({ path, summary, outcome, isFor, show, refuse }: Look) {
  return definePage({
    method: 'GET',
    path,
    summary,
    family: 'page',
    access: pageVisitor,
    input: {
      properties: { ui_locales: { type: 'string', description: 'languages, best first, such as `de en`' } },
    },
    output: pageOutput,
    example: { outcome, csrf: exampleValues['csrf'] },
    errors: [errors.throttled, errors.notFound],
    async handle(context: DropContext, { ui_locales: uiLocales }, visit, request) {
      const { dropUrl, skin } = context;
      const shown = { dropUrl, skin, request, uiLocales };
      if (!isOpenedByPerson((name) => request.header(name))) return show(visit, shown);
      const waitMs = await holdLook(context, request.network);
      if (waitMs > 0) {
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        return refuse(new ApiError(errors.throttled, { retryAfterSeconds }), shown);
      }
      const { dropId } = visit;
      const drop = dropIdPattern.test(dropId) ? await context.drops.find(dropId) : undefined;
      return drop !== undefined && isFor(drop)
        ? show(visit, shown, drop)
        : refuse(new ApiError(errors.notFound), shown);
    },
  });
}
