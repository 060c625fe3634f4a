import { ApiError, exampleValues, JsonText } from '@latchkey/contracts';
import { definePage, text, type PageResult } from '@latchkey/http-server';
import { deliver, deliveredType, sendFile } from '@latchkey/pages';
import { takerOf } from '../access/callers.ts';
import { findTakeable, requireOpenable } from '../access/find-drop.ts';
import { pageVisitor } from '../access/page-visit.ts';
import type { DropContext } from '../context.ts';
import { dropIdPattern } from '../drop/drop-schema.ts';
import { credentialError, errors } from '../errors.ts';
import { trimDropKey } from '../secrecy/drop-key.ts';
import { explainInactive } from '../take/refuse-take.ts';
import { consumeDrop } from '../take/take-drop.ts';
import { pageOutput, showFailure, showForm, showPage, type Shown } from './d/answer-page.ts';
import { defineLook } from './define-look.ts';

/** GET /d/:id asks for the key of an anonymous drop that can be opened. */
export const showDrop = defineLook({
  path: '/d/:id',
  summary: 'Shows the page to take an anonymous drop',
  outcome: 'form',
  isFor: (drop) => drop.anonymous && explainInactive(drop) === undefined,
  show: (visit, shown) => showForm(visit, shown),
  refuse: showFailure,
});

/** POST /d/:id opens the drop as /v1/consume does. Source: contract part 3 "The page". */
export const openDrop = definePage({
  path: '/d/:id',
  fileType: deliveredType,
  summary: 'Takes an anonymous drop with its key: it is answered once',
  family: 'page',
  access: pageVisitor,
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      key: { ...text, description: 'the key of the drop' },
      ui_locales: text,
    },
  },
  output: pageOutput,
  example: { outcome: 'opened', payload: Buffer.from(String(exampleValues['payload'])).toString('base64') },
  errors: [
    errors.csrfFailed,
    errors.keyMissing,
    errors.notFound,
    credentialError('token_missing', 'Principal id is unavailable'),
    errors.expired,
    errors.notActive,
    errors.valueInvalid,
    errors.attemptsLimited,
    errors.keyWrong,
    errors.outcomeUnknown,
  ],
  async handle(context: DropContext, { csrf = '', key = '', ui_locales: uiLocales }, visit, request) {
    const { dropUrl, skin } = context;
    const shown = { dropUrl, skin, request, uiLocales };
    try {
      if (!visit.isOwnForm(csrf)) throw new ApiError(errors.csrfFailed);
      return await openPayload(context, visit.dropId, key, shown);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.detail !== undefined) request.note({ detail: error.detail });
      return showFailure(error, shown, {
        form: (problem) => showForm(visit, shown, problem),
      });
    }
  },
});

async function openPayload(context: DropContext, id: string, key: string, shown: Shown): Promise<PageResult> {
  if (key === '') throw new ApiError(errors.keyMissing);
  if (!dropIdPattern.test(id)) throw new ApiError(errors.notFound);
  const taker = takerOf(undefined, shown.request);
  const openable = await requireOpenable(context, await findTakeable(context, id, undefined, taker), taker);
  // A passphrase is taken byte for byte.
  const given = openable.lock.kdf === 'random' ? trimDropKey(key) : key;
  const { drop, contents } = await consumeDrop(context, { ...openable, key: given, wanted: 'base64' });
  const payload = String(contents.payload);
  const data: unknown = contents.data instanceof JsonText ? JSON.parse(contents.data.text) : undefined;
  const delivery = deliver(Buffer.from(payload, 'base64'), drop.payloadFormat ?? 'json', data);
  const json = { outcome: 'opened', payload };
  if ('text' in delivery) return { ...showPage({ kind: 'opened', text: delivery.text }, shown), json };
  return {
    ...showPage({ kind: 'opened', text: '' }, shown),
    json: { ...json, filename: delivery.name },
    file: sendFile(delivery),
  };
}
