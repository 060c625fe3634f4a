import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import {
  defineRoute,
  type Access,
  type FieldsSchema,
  type InferFields,
  type Route,
} from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { Principal } from '@latchkey/tokens';
import { actorOf } from '../access/callers.ts';
import type { DropContext } from '../context.ts';
import type { DepositedDrop } from '../deposit/deposit.ts';
import { depositOutput } from '../drop/drop-schema.ts';
import { viewOwnDrop } from '../drop/drop-view.ts';
import type { Actor, DropDetails } from '../drop/drop.ts';
import { errors, inputErrors } from '../errors.ts';

interface Depositor {
  readonly actor: Actor;
  readonly principal: Principal;
  readonly traceparent: string;
}

interface DepositDefinition<Input extends FieldsSchema, Read> {
  readonly path: string;
  readonly summary: string;
  readonly who: Access<DropContext, Principal>;
  readonly body: NonNullable<Route<DropContext>['body']>;
  readonly input: Input;
  readonly example: Readonly<Record<string, unknown>>;
  /** Failures in addition to those of every deposit. */
  readonly errors: readonly ErrorSpec[];
  /** Reads the fields that come before the schema's, in the order of this endpoint. */
  read(context: DropContext, parsed: ParsedRequest, principal: Principal): Read | Promise<Read>;
  /** Stores what was read, and the input that the schema has let through. */
  deposit(
    context: DropContext,
    input: InferFields<Input>,
    read: Read,
    caller: Depositor,
  ): Promise<DepositedDrop>;
}

/** A route that reserves, stores or activates a drop. Source: contract part 3 "Messages". */
export function defineDeposit<const Input extends FieldsSchema, Read>(
  definition: DepositDefinition<Input, Read>,
): Route<DropContext> {
  const { path, summary, who, body, input, read, deposit } = definition;
  return defineRoute({
    path,
    summary,
    family: 'drop',
    access: who,
    checks: {
      errors: definition.errors,
      run: async (context: DropContext, parsed, request, principal) => ({
        caller: { actor: actorOf(principal, request), principal, traceparent: request.traceparent },
        given: await read(context, parsed, principal),
      }),
    },
    body,
    input,
    output: depositOutput,
    example: definition.example,
    errors: [
      ...inputErrors,
      errors.ttlInvalid,
      errors.expiryInvalid,
      ...definition.errors,
      errors.notifyRefused,
      errors.quotaExceeded,
      errors.outcomeUnknown,
    ],
    async handle(context, fields, { caller, given }) {
      const { drop, newKey } = await deposit(context, fields, given, caller);
      return { ...viewOwnDrop(drop), key: newKey };
    },
  });
}

/** Bodies that carry a payload. Source: contract part 3 "Fields". */
export const payloadBody = {
  limitBytes: 1.5 * 1024 * 1024,
  maxDepth: 16,
  nulAllowedIn: ['payload', 'data'],
} as const;

export const payloadErrors = [errors.payloadMissing, errors.formatInvalid, errors.tooLarge];

const noDetails: DropDetails = { anonymous: false, kind: null, metadata: null, notify: false };

interface GivenDetails extends Partial<Omit<DropDetails, 'metadata'>> {
  readonly metadata?: object;
}

/**
 * The details that a request gives, with the JSON text of its metadata; `otherwise` has the values of those that it does
 * not give. Throws Invalid where nobody could be notified: only a person has an address.
 * Source: contract part 3 "What user-api hears".
 */
export function detailsOf(
  { userApi }: Pick<DropContext, 'userApi'>,
  { tokenUse }: Pick<Principal, 'tokenUse'>,
  given: GivenDetails,
  json: string | undefined,
  otherwise = noDetails,
): DropDetails {
  if (given.notify === true && (tokenUse !== 'user' || userApi === undefined)) {
    const detail = tokenUse === 'user' ? 'no user-api to mail it' : `the owner is no person: ${tokenUse}`;
    throw new ApiError(errors.notifyRefused, { field: 'notify', detail });
  }
  return {
    anonymous: given.anonymous ?? otherwise.anonymous,
    kind: given.kind ?? otherwise.kind,
    metadata: given.metadata === undefined ? otherwise.metadata : (json?.trim() ?? null),
    notify: given.notify ?? otherwise.notify,
  };
}
