import type { Access } from '@latchkey/http-server';
import type { DropContext } from '../context.ts';
import type { Actor, Drop } from '../drop/drop.ts';
import { credentialErrors, errors } from '../errors.ts';
import { actorOf, requirePrincipal } from './callers.ts';
import { findOwnDrop, requireId } from './find-drop.ts';

/** A principal and a drop that is theirs. */
export interface OwnDrop {
  readonly drop: Drop;
  readonly actor: Actor;
}

/** Principal id is unavailable · Invalid (id) · Drop not found. Source: contract part 3 "Messages". */
export const ownDrop: Access<DropContext, OwnDrop> = {
  name: 'token of the owner',
  errors: [
    ...credentialErrors('Principal id is unavailable'),
    errors.fieldMissing,
    errors.typeInvalid,
    errors.notFound,
  ],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request);
    const drop = await findOwnDrop(context, requireId(parsed), principal);
    return { drop, actor: actorOf(principal, request) };
  },
};
