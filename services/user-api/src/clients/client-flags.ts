import {
  ApiError,
  camel,
  clientFlags,
  isMailDomain,
  namesOf,
  usualSettings,
  type ClientFlags,
} from '@latchkey/contracts';
import { errors } from '../errors.ts';
import type { Client } from './client.ts';

/** What is named of the flags of a client; the rest is as it was. */
type RequestedFlags = { readonly [Flag in keyof ClientFlags]?: ClientFlags[Flag] | undefined };

export const flagErrors = [errors.clientVouches, errors.clientFlagPublic];

export const flagNames = Object.keys(clientFlags) as (keyof typeof clientFlags)[];

/**
 * The flags of a client of a type as they are stored; domains in lower case. A public client has none, since anybody can
 * use its id. Throws invalid_value with the field.
 */
export function settleFlags(
  type: Client['type'],
  { vouches, ...requested }: RequestedFlags,
  held: ClientFlags = usualSettings,
): ClientFlags {
  const named = { ...requested, vouches: vouches && readDomains(vouches) };
  const settled = namesOf(clientFlags).map((name) => [name, named[name] ?? held[name]]);
  const flags = Object.fromEntries(settled) as ClientFlags;
  const raised = flagNames.find((name) => {
    const flag = flags[camel(name)];
    return typeof flag === 'boolean' ? flag : flag.length > 0;
  });
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
