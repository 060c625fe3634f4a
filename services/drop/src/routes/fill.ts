import { ApiError, exampleValues } from '@latchkey/contracts';
import { definePage, text } from '@latchkey/http-server';
import { takerOf } from '../access/callers.ts';
import { findFillable } from '../access/find-drop.ts';
import { pageVisitor } from '../access/page-visit.ts';
import type { DropContext } from '../context.ts';
import { fillDrop } from '../deposit/fill-drop.ts';
import { dropIdPattern } from '../drop/drop-schema.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { trimDropKey } from '../secrecy/drop-key.ts';
import { explainUnreserved } from '../take/refuse-take.ts';
import { pageOutput, showPage } from './d/answer-page.ts';
import { defineLook } from './define-look.ts';
import { showAsked, showRefusal } from './fill/show-asked.ts';

/** GET /fill/:id says who asks for a secret, and for what. Source: contract part 3 "Asking for a secret". */
export const showFill = defineLook({
  path: '/fill/:id',
  summary: 'Shows the page to fill in a secret that somebody asks for',
  outcome: 'asked',
  isFor: (drop) => drop.asker !== null && explainUnreserved(drop) === undefined,
  show: (visit, shown, drop) => showAsked(visit, shown, { drop }),
  refuse: showRefusal,
});

/** POST /fill/:id fills in a text as /v1/fill does. Source: contract part 3 "Asking for a secret". */
export const sendFill = definePage({
  path: '/fill/:id',
  summary: 'Fills in a secret that somebody asks for, with the key of their link',
  family: 'page',
  access: pageVisitor,
  body: { limitBytes: 256 * 1024 },
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      key: { ...text, description: 'the key of the link' },
      payload: { ...text, description: 'the secret' },
      ui_locales: text,
    },
  },
  output: pageOutput,
  example: { outcome: 'filled' },
  errors: [
    errors.csrfFailed,
    errors.keyMissing,
    errors.notFound,
    errors.expired,
    errors.notReserved,
    errors.payloadMissing,
    errors.valueInvalid,
    errors.attemptsLimited,
    errors.keyWrong,
    errors.quotaExceeded,
    errors.outcomeUnknown,
  ],
  async handle(context: DropContext, { ui_locales: uiLocales, ...form }, visit, request) {
    const { dropUrl, skin } = context;
    const shown = { dropUrl, skin, request, uiLocales };
    const { csrf = '', key = '' } = form;
    // A form sends each line end as two signs.
    const typed = (form.payload ?? '').replaceAll('\r\n', '\n');
    let drop: Drop | undefined;
    try {
      if (!visit.isOwnForm(csrf)) throw new ApiError(errors.csrfFailed);
      if (!dropIdPattern.test(visit.dropId)) throw new ApiError(errors.notFound);
      const fillable = await findFillable(context, visit.dropId, takerOf(undefined, request));
      drop = fillable.drop;
      if (key === '') throw new ApiError(errors.keyMissing);
      if (typed === '') throw new ApiError(errors.payloadMissing);
      const contents = { format: 'text', payload: Buffer.from(typed), data: null } as const;
      await fillDrop(context, { ...fillable, key: trimDropKey(key), contents, contentType: null });
      return showPage({ kind: 'filled' }, shown);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.detail !== undefined) request.note({ detail: error.detail });
      return showRefusal(error, shown, (problem) => showAsked(visit, shown, { drop, problem, text: typed }));
    }
  },
});
