import { defineRoute } from '@latchkey/http-server';
import { pageInputProperties, readPageInputs, toPageable } from '@latchkey/pagination';
import { anyPrincipal } from '../../../access/callers.ts';
import type { DropContext } from '../../../context.ts';
import { filterFields, listOutput } from '../../../drop/drop-schema.ts';
import { viewDropStatus } from '../../../drop/drop-view.ts';
import { listExample, statusExamples } from '../../../drop/example-drops.ts';
import { pageSpecs } from '../../../drop/page-specs.ts';
import { errors, pageErrors } from '../../../errors.ts';

export const list = defineRoute({
  path: '/v1/drop/list',
  summary: 'List your own drops, newest first',
  access: anyPrincipal,
  input: { properties: { ...pageInputProperties, ...filterFields } },
  output: listOutput,
  example: listExample(statusExamples.active),
  errors: [...Object.values(pageErrors), errors.filterInvalid],
  async handle({ drops, cursors }: DropContext, input, { id: owner }) {
    const { status = null, kind = null } = input;
    const filters = { status, kind };
    const search = { spec: pageSpecs.own, sealer: cursors, errors: pageErrors, filters, scope: { owner } };
    const plan = readPageInputs(input, search);
    const { items, ...page } = toPageable(await drops.listOwn(owner, filters, plan), plan, cursors);
    return { items: items.map(viewDropStatus), ...page };
  },
});
