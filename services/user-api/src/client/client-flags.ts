import { ApiError, isMailDomain } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import type { Client, ClientFlags } from './client.ts';

export const noFlags: ClientFlags = { vouches: [], introspects: false, namesVisitors: false };

/** What is named of the flags of a client; the rest is as it was. */
export type RequestedFlags = { readonly [Flag in keyof ClientFlags]?: ClientFlags[Flag] | undefined };

/** What {@link settleFlags} throws. */
export const flagErrors = [errors.clientVouches, errors.clientFlagPublic];

/**
 * The flags of a client of a type as they are stored; domains in lower case. A public client has none, since anybody can
 * use its id. Throws invalid_value with the field.
 */
export function settleFlags(
  type: Client['type'],
  { vouches, introspects, namesVisitors }: RequestedFlags,
  held = noFlags,
): ClientFlags {
  const flags: ClientFlags = {
    vouches: vouches === undefined ? held.vouches : readDomains(vouches),
    introspects: introspects ?? held.introspects,
    namesVisitors: namesVisitors ?? held.namesVisitors,
  };
  const raised = [
    flags.vouches.length > 0 && 'vouches',
    flags.introspects && 'introspects',
    flags.namesVisitors && 'names_visitors',
  ].find((name) => name !== false);
  if (type === 'public' && raised !== undefined)
    throw new ApiError(errors.clientFlagPublic, { field: raised });
  return flags;
}

function readDomains(names: readonly string[]): readonly string[] {
  const domains = [...new Set(names.map((name) => name.toLowerCase()))];
  if (!domains.every((name) => name === '*' || isMailDomain(name)))
    throw new ApiError(errors.clientVouches, { field: 'vouches' });
  return domains;
}
