import { text, texts, time } from '@latchkey/http-server';
import { sessionStates, type ListedSession } from '../../sessions/session-list.ts';
import { idleEndOf, type Caller } from '../../sessions/session.ts';
import { filterSchemas, periodFields } from '../filter-schemas.ts';
import { clientReference, orgReference } from '../references.ts';

const kinds = ['root', 'client'] as const;

export const sessionFilterFields = {
  status: filterSchemas.oneOf(...sessionStates),
  kind: filterSchemas.oneOf(...kinds),
  client_id: filterSchemas.text,
  ...periodFields,
} as const;

/** A session as its owner and operators see it; never a token or a hash of one. */
export const listedSessionSchema = {
  title: 'Session',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    kind: { type: 'string', enum: kinds },
    status: { type: 'string', enum: sessionStates },
    client: clientReference,
    org: orgReference,
    amr: texts,
    bound: { type: 'boolean', description: 'Whether its tokens are bound to a key or a device' },
    ip: text,
    user_agent: text,
    created_at: time,
    last_seen_at: time,
    expires_at: { ...time, description: 'When it ends if nobody uses it' },
    current: { type: 'boolean', description: 'Whether the calling token is of this session' },
  },
} as const;

export function listedSessionAnswer(session: ListedSession, caller: Caller) {
  const { id, kind, status, clientId, clientName, orgId, orgSlug, ip, userAgent } = session;
  return {
    id,
    kind,
    status,
    client: { id: clientId, name: clientName },
    org: orgId === null ? null : { id: orgId, slug: orgSlug },
    amr: [...session.amr],
    bound: session.jkt !== null || session.fingerprint !== null,
    ip,
    user_agent: userAgent,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: idleEndOf(session).toISOString(),
    current: id === caller.session.id,
  };
}
