import { isolateText, type Html } from '@latchkey/pages';
import type { Messages } from './locales/en.ts';

/**
 * What others say of themselves, such as the name of a device or of an org, in quotation marks: it never looks like what
 * the page says. Source: contract part 0 "Theme".
 */
export function renderQuoted(text: string, maxLength: number, { doors }: Pick<Messages, 'doors'>): Html {
  return doors.quote(isolateText(text, maxLength));
}
