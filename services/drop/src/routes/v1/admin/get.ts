import { defineRoute, type Access } from '@latchkey/http-server';
import { requireAdmin, takerOf } from '../../../access/callers.ts';
import {
  findSealed,
  requireActive,
  requireId,
  requireKey,
  type OpenableDrop,
} from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { takeFields, takenOutput } from '../../../drop/drop-schema.ts';
import { credentialErrors, errors, openErrors, takeErrors } from '../../../errors.ts';
import { answerTaken } from '../../../take/answer-taken.ts';
import { readDrop } from '../../../take/take-drop.ts';

/** In the order of contract part 3 "Messages"; what follows is Invalid. */
const access: Access<DropContext, OpenableDrop> = {
  name: 'admin or root token',
  errors: [...credentialErrors('Authentication required'), ...openErrors, errors.adminRequired],
  async admit(context, parsed, request) {
    const admin = await requireAdmin(context, parsed, request);
    const found = await findSealed(context, requireId(parsed));
    requireKey(parsed);
    return requireActive(context, found, takerOf(admin, request));
  },
};

export const getAsAdmin = defineRoute({
  path: '/v1/admin/get',
  summary: 'Read any drop whose key is known, without spending it',
  family: 'admin',
  access,
  input: { properties: takeFields, required: ['id', 'key'] },
  output: takenOutput,
  errors: takeErrors,
  async handle(context, { key, payload_format: wanted = 'json' }, openable) {
    return answerTaken(await readDrop(context, { ...openable, key, wanted }));
  },
});
