import { ApiError, isUuid } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller, Tombstones } from '../sessions/session.ts';
import type { CredentialStore } from './credential.ts';
import { describeChange, findManagedClient, type ManagePorts } from './manage-client.ts';

interface RevokePorts extends ManagePorts {
  readonly credentials: Pick<CredentialStore, 'findLive' | 'revoke'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
}

/**
 * Ends an app token of a client that the caller manages, from the next call on. Throws not_found for any other, and for
 * one that has ended. Source: contract part 2 "Also needed to be usable".
 */
export async function revokeCredential(
  ports: RevokePorts,
  caller: Caller,
  id: string,
  origin: Origin,
): Promise<void> {
  const gone = () => new ApiError(errors.notFound, { field: 'id' });
  const credential = isUuid(id) ? await ports.credentials.findLive(id, new Date(ports.now())) : undefined;
  if (credential === undefined) throw gone();
  const { client } = await findManagedClient(ports, caller, credential.clientId, 'id');
  const row = createEntry(ports, describeChange(caller, client, 'client_credentials.revoke'), origin);
  if (!(await ports.credentials.revoke(credential.id, client.clientId, row))) throw gone();
  await ports.tombstones.add(credential.id);
}
