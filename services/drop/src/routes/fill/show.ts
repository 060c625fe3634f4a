import { ApiError, exampleValues } from '@latchkey/contracts';
import { definePage } from '@latchkey/http-server';
import { isOpenedByPerson } from '@latchkey/pages';
import { findForPage } from '../../access/hold-look.ts';
import { pageVisitor } from '../../access/page-visit.ts';
import type { DropContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { explainUnreserved } from '../../take/refuse-take.ts';
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
    const found = await findForPage(
      context,
      visit,
      request.network,
      (drop) => drop.asker !== null && explainUnreserved(drop) === undefined,
    );
    return found instanceof ApiError ? showRefusal(found, shown) : showAsked(visit, shown, { drop: found });
  },
});
