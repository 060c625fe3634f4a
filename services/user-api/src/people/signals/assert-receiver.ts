import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';

const firstFreePort = 1024;

/**
 * Answers the address of a receiver as URL writes it. Throws invalid_value for one that is not https, has a user or a
 * fragment, another port than 443 below 1024, or the name of one of our own addresses. What the name leads to is looked
 * at whenever a signal is sent. Source: contract part 2 "Signals".
 */
export function assertReceiver(text: string, ownAddresses: readonly string[]): string {
  const url = URL.parse(text);
  const isFitting =
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#') &&
    (url.port === '' || Number(url.port) >= firstFreePort) &&
    ownAddresses.every((own) => URL.parse(own)?.hostname !== url.hostname.replace(/\.$/, ''));
  if (!isFitting) throw new ApiError(errors.receiverInvalid, { field: 'url' });
  return url.href;
}
