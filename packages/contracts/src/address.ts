import { domainToASCII, domainToUnicode } from 'node:url';

/** What pasting and keyboards leave around an address: blanks of every script, and signs that nobody sees. */
const around = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/**
 * The spelling in which addresses are stored, compared and counted: nothing around it, A to Z as a to z, and the domain in
 * A-labels (RFC 5890 2.3.2.1, by UTS #46), as mail servers get it. The local part keeps every other character: Unicode
 * folds other signs to these letters too, such as the Kelvin sign to k, and two such addresses may be the mailboxes of two
 * people.
 */
export function foldEmail(email: string): string {
  const text = email.replaceAll(around, '').replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  const at = text.lastIndexOf('@') + 1;
  return text.slice(0, at) + (at === 0 ? text : foldDomain(text.slice(at)));
}

/** A domain in A-labels; unchanged where it has none, or has signs that domainToASCII would take for parts of a URL. */
function foldDomain(domain: string): string {
  const isForeign = /[^\0-\x7f]/u.test(domain) && !/[\0-,/:-`{-\x7f]/u.test(domain);
  return (isForeign && domainToASCII(domain)) || domain;
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** The last label has a letter: else it is the number of a host, which no domain has (RFC 3696 2). */
const domainForm = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)*(?=[^.]*[a-z])${label}$`, 'u');

/** Whether a folded domain can have a mail server: one name of letters, digits and hyphens, whose A-labels are valid. */
export function isMailDomain(domain: string): boolean {
  if (!domainForm.test(domain)) return false;
  const shown = domainToUnicode(domain);
  // What no script can show stays an A-label.
  return domainToASCII(shown) === domain && !/(?:^|\.)xn--/.test(shown);
}

/**
 * A local part that needs no quotes (RFC 5321 4.1.2, RFC 6531). In other texts a mail library would look for a list of
 * addresses, and find another one than was meant.
 */
const localForm = /^[^\s\p{C}()<>[\]:;@\\,"]+$/u;
/** RFC 5321 4.5.3.1.3, without the brackets around it. */
const longestBytes = 254;

/** Whether an address, as foldEmail spells it, can get mail. */
export function isMailAddress(folded: string): boolean {
  const at = folded.lastIndexOf('@');
  if (at < 1 || new TextEncoder().encode(folded).length > longestBytes) return false;
  return localForm.test(folded.slice(0, at)) && isMailDomain(folded.slice(at + 1));
}
