import type { DropClient } from '../../src/sibling/drop.ts';
import type { SsoClient } from '../../src/sibling/sso.ts';
import type { World } from './create-world.ts';

/** The calls to siblings and caches from now on, each with the id of the trace that it is part of. */
export function noteTraces({ context }: World): string[] {
  const calls: string[] = [];
  const note = (name: string, traceparent: string) => calls.push(`${name} ${traceparent.slice(3, 35)}`);
  const [sso, drop]: [SsoClient, DropClient] = [context.sso, context.drop];
  const { consumeRelay, mintToken, revokeFamilies } = sso;
  const { consumeDeadDrop } = drop;
  const { families, vouchFor } = context;
  const { find } = families;
  sso.consumeRelay = (relay, trace) => (note('relay', trace), consumeRelay(relay, trace));
  sso.mintToken = (wish, trace) => (note('mint', trace), mintToken(wish, trace));
  sso.revokeFamilies = (which, trace) => (note('revoke', trace), revokeFamilies(which, trace));
  drop.consumeDeadDrop = (id, key, trace) => (note('drop', trace), consumeDeadDrop(id, key, trace));
  families.find = (sid, token, trace) => (note('family', trace), find(sid, token, trace));
  context.vouchFor = (token, trace) => (note('vouch', trace), vouchFor(token, trace));
  return calls;
}

/** The principals of the requests so far, each as the one line of it in the service's own log names it. */
export function principalsOf({ logged }: World): unknown[] {
  return logged
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ message }) => message === 'request')
    .map(({ principal_id: id }) => id);
}
