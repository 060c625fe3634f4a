/** The form of an id, in any case: PostgreSQL's uuid type compares both cases as equal. */
export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const uuidForm = new RegExp(uuidPattern, 'u');

/** Whether a text from outside has the form of an id. A query with any other text for an id fails. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

const surroundingBlanks = /^[\t\n\r ]+|[\t\n\r ]+$/gu;

/**
 * The spelling in which emails are stored and compared: A to Z become a to z, blanks around it are dropped, and every
 * other character stays as it is. Unicode folds other signs to these letters too, such as the Kelvin sign to k, and two
 * such addresses may be the mailboxes of two people.
 */
export function foldEmail(email: string): string {
  return email.replaceAll(surroundingBlanks, '').replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
}
