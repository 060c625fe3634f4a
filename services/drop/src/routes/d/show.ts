import { ApiError, exampleValues } from '@latchkey/contracts';
import { definePage } from '@latchkey/http-server';
import { isOpenedByPerson } from '@latchkey/pages';
import { findForPage } from '../../access/hold-look.ts';
import { pageVisitor } from '../../access/page-visit.ts';
import type { DropContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { explainInactive } from '../../take/refuse-take.ts';
import { pageOutput, showFailure, showForm } from './answer-page.ts';

/**
 * GET /d/:id asks for the key of an anonymous drop that can be opened, and shows one page for every other id. It looks the
 * drop up only for a person, so that another page cannot spend the look-ups of its visitors.
 */
export const showDrop = definePage({
  method: 'GET',
  path: '/d/:id',
  summary: 'Shows the page to take an anonymous drop',
  family: 'page',
  access: pageVisitor,
  input: {
    properties: { ui_locales: { type: 'string', description: 'languages, best first, such as `de en`' } },
  },
  output: pageOutput,
  example: { outcome: 'form', csrf: exampleValues['csrf'] },
  errors: [errors.throttled, errors.notFound],
  async handle(context: DropContext, { ui_locales: uiLocales }, visit, request) {
    const { dropUrl, skin } = context;
    const shown = { dropUrl, skin, request, uiLocales };
    if (!isOpenedByPerson((name) => request.header(name))) return showForm(visit, shown);
    const found = await findForPage(
      context,
      visit,
      request.network,
      (drop) => drop.anonymous && explainInactive(drop) === undefined,
    );
    return found instanceof ApiError ? showFailure(found, shown) : showForm(visit, shown);
  },
});
