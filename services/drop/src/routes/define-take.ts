import type { ErrorSpec } from '@latchkey/contracts';
import { defineRoute, type Access, type Route } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import { takerOf } from '../access/callers.ts';
import { requireOpenable } from '../access/find-drop.ts';
import type { DropContext } from '../context.ts';
import { takeFields, takenOutput } from '../drop/drop-schema.ts';
import type { LockedDrop } from '../drop/drop-store.ts';
import { viewDrop } from '../drop/drop-view.ts';
import { errors, inputErrors } from '../errors.ts';
import type { Taker } from '../take/refuse-take.ts';
import type { TakenDrop, TakeTry } from '../take/take-drop.ts';

interface TakeDefinition<Caller> {
  readonly path: string;
  readonly summary: string;
  readonly family?: string | undefined;
  readonly who: Access<DropContext, Caller>;
  readonly example: Readonly<Record<string, unknown>>;
  /** Failures in addition to those of every take. */
  readonly errors?: readonly ErrorSpec[];
  /** Requires the id and the key and finds the drop, in the order of this endpoint. */
  find(context: DropContext, parsed: ParsedRequest, caller: Caller, taker: Taker): Promise<LockedDrop>;
  take(context: DropContext, given: TakeTry): Promise<TakenDrop>;
}

/** A route that opens a drop with its key. Source: contract part 3 "Messages": get, consume, admin/get. */
export function defineTake<Caller extends Parameters<typeof takerOf>[0]>(
  definition: TakeDefinition<Caller>,
): Route<DropContext> {
  const { path, summary, family, who, find, take } = definition;
  return defineRoute({
    path,
    summary,
    family,
    access: who,
    checks: {
      errors: [errors.fieldMissing, errors.keyMissing, errors.notFound, errors.expired, errors.notActive],
      async run(context: DropContext, parsed, request, caller) {
        const taker = takerOf(caller, request);
        return requireOpenable(context, await find(context, parsed, caller, taker), taker);
      },
    },
    body: { nulAllowedIn: ['payload'] },
    input: { properties: takeFields, required: ['id', 'key'] },
    output: takenOutput,
    example: definition.example,
    errors: [...inputErrors, errors.attemptsLimited, errors.keyWrong, ...(definition.errors ?? [])],
    async handle(context, { key, payload_format: wanted }, openable) {
      const { drop, contents } = await take(context, { ...openable, key, wanted });
      return { ...viewDrop(drop), ...contents };
    },
  });
}
