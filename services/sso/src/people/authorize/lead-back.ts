import type { ErrorSpec } from '@latchkey/contracts';

/** Where an answer goes: the address that was asked for, and the state as it came. */
export interface ReturnPlace {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** The address of an answer. Source: RFC 6749 4.1.2, RFC 9207 2. */
export function leadBack({ redirectUri, state }: ReturnPlace, issuer: string, answer: Answer): string {
  const named = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  return addToQuery(redirectUri, named);
}

type Answer = { readonly code: string } | { readonly error: string; readonly error_description: string };

/** How a refusal is answered. Source: RFC 6749 4.1.2.1. */
export function describeRefusal({ code, message }: ErrorSpec): Answer {
  return { error: code, error_description: message };
}

/** An address with more in its query; what it has stays as it was registered. */
export function addToQuery(address: string, more: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(more).toString();
  if (search === '') return address;
  if (!address.includes('?')) return `${address}?${search}`;
  return /[?&]$/.test(address) ? address + search : `${address}&${search}`;
}
