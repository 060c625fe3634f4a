/** The form of an id, in any case: PostgreSQL's uuid type compares both cases as equal. */
export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const uuidForm = new RegExp(uuidPattern, 'u');

/** Whether a text from outside has the form of an id. A query with any other text for an id fails. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

/** An address without slashes at its end, which say nothing. */
export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
