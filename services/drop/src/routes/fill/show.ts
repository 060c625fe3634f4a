import { ApiError, exampleValues } from '@latchkey/contracts';
import { definePage } from '@latchkey/http-server';
import { isOpenedByPerson } from '@latchkey/pages';
import { holdLook } from '../../access/hold-look.ts';
import { pageVisitor } from '../../access/page-visit.ts';
import type { DropContext } from '../../context.ts';
import { explainUnreserved } from '../../deposit/explain-unreserved.ts';
import { dropIdPattern } from '../../drop/drop-schema.ts';
import type { Drop } from '../../drop/drop.ts';
import { errors } from '../../errors.ts';
import { pageOutput } from '../d/answer-page.ts';
import { showAsked, showRefusal } from './show-asked.ts';

/**
 * GET /fill/:id says who asks for a secret, and for what. It changes nothing, so that a mail scanner spends nothing, and
 * looks up only for a person, as the page of a drop does. Source: contract part 3 "Asking for a secret".
 */
export const showFill = definePage({
  method: 'GET',
  path: '/fill/:id',
  summary: 'Shows the page to fill in a secret that somebody asks for',
  family: 'page',
  access: pageVisitor,
  input: {
    properties: { ui_locales: { type: 'string', description: 'languages, best first, such as `de en`' } },
  },
  output: pageOutput,
  example: { outcome: 'asked', csrf: exampleValues['csrf'] },
  errors: [errors.throttled, errors.notFound],
  async handle(context: DropContext, { ui_locales: uiLocales }, visit, request) {
    const { dropUrl, skin } = context;
    const shown = { dropUrl, skin, request, uiLocales };
    if (!isOpenedByPerson((name) => request.header(name))) return showAsked(visit, shown);
    const found = await lookUp(context, visit.dropId, request.network);
    return found instanceof ApiError ? showRefusal(found, shown) : showAsked(visit, shown, { drop: found });
  },
});

/** Every id that cannot be filled in is one Drop not found. */
async function lookUp(context: DropContext, id: string, network: string): Promise<Drop | ApiError> {
  const waitMs = await holdLook(context, network);
  if (waitMs > 0) return new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const found = dropIdPattern.test(id) ? await context.drops.find(id) : undefined;
  const isThere = found !== undefined && found.asker !== null && explainUnreserved(found) === undefined;
  return isThere ? found : new ApiError(errors.notFound);
}
