import type { DropClient } from '../../src/sibling/drop.ts';
import type { SsoClient } from '../../src/sibling/sso.ts';
import type { TestService } from './create-test-service.ts';

/** Records each later call to a sibling or a cache, with the id of its trace. */
export function recordCalls({ context }: TestService): string[] {
  const calls: string[] = [];
  const record = (name: string, traceparent: string) => calls.push(`${name} ${traceparent.slice(3, 35)}`);
  const [sso, drop]: [SsoClient, DropClient] = [context.sso, context.drop];
  const { consumeRelay, mintToken, revokeFamilies } = sso;
  const { searchDevices, searchConsents, revokeDevice, revokeConsent } = sso;
  const { consumeDeadDrop } = drop;
  const { families, vouchFor } = context;
  const { find } = families;
  sso.consumeRelay = (relay, trace) => (record('relay', trace), consumeRelay(relay, trace));
  sso.mintToken = (requested, trace) => (record('mint', trace), mintToken(requested, trace));
  sso.revokeFamilies = (which, trace) => (record('revoke', trace), revokeFamilies(which, trace));
  sso.searchDevices = (search, trace) => (record('devices', trace), searchDevices(search, trace));
  sso.searchConsents = (search, trace) => (record('consents', trace), searchConsents(search, trace));
  sso.revokeDevice = (user, id, trace) => (record('device', trace), revokeDevice(user, id, trace));
  sso.revokeConsent = (user, id, trace) => (record('consent', trace), revokeConsent(user, id, trace));
  drop.consumeDeadDrop = (id, key, trace) => (record('drop', trace), consumeDeadDrop(id, key, trace));
  families.find = (sid, token, trace) => (record('family', trace), find(sid, token, trace));
  context.vouchFor = (token, trace) => (record('vouch', trace), vouchFor(token, trace));
  return calls;
}

/** The principals of the requests so far, each as the one line of it in the service's own log names it. */
export function principalsOf({ logged }: TestService): unknown[] {
  return logged
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ message }) => message === 'request')
    .map(({ principal_id: id }) => id);
}
