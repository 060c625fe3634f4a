import { LatchkeyError } from '../latchkey-error.ts';
import { createNoAnswer } from '../oauth/answer.ts';
import type { Caller } from '../session/session.ts';
import { systemClock } from '../settings.ts';
import { sendCall } from './send.ts';
import { findAddress, readFailure, type CallOptions, type ServiceOptions } from './services.ts';

/** Time for the whole file over a slow line. */
const exportTimeoutMs = 15 * 60_000;

/**
 * Opens the file of all that is kept of the person's account: JSON, whose last member is `"complete": true`. Needs the
 * password. Throws as calls do; what breaks off later makes the stream fail.
 */
export async function exportAccount(
  { caller }: { readonly caller: Caller },
  password: string,
  { credentials = 'fields', signal }: ServiceOptions & CallOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const { clock = systemClock } = caller.settings;
  const address = await findAddress(caller, 'userApi');
  const request = new Request(`${address.replace(/\/+$/, '')}/account/me/export`, {
    method: 'POST',
    body: JSON.stringify({ 'auth.pass': password }),
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await sendCall(caller, credentials, request, exportTimeoutMs).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw cause instanceof LatchkeyError ? cause : createNoAnswer(address, cause);
  });
  if (response.ok && response.body !== null) return response.body;
  const error = (await response.json().catch(() => undefined)) as Parameters<typeof readFailure>[1];
  throw readFailure(address, error, response, clock.now());
}
