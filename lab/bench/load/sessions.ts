import { withClient } from '@latchkey/database';
import { addClients } from './add-rows.ts';
import { backend, form, json, password, type Person } from './request.ts';
import { collect } from './send-load.ts';
import type { Place } from './start-place.ts';

/** Relays for sign-ins; each lives for two minutes. */
export async function mintRelays({ ports }: Place, count: number): Promise<string[]> {
  const request = form('/relay', { ...backend, purpose: 'user_login' });
  const answers = await collect<{ relay: string }>(
    ports.sso,
    Array.from({ length: count }, () => request),
  );
  return answers.map(({ relay }) => relay);
}

export function loginRequest(relay: string, { email }: Person): Buffer {
  return json('/auth/user/login', { relay, 'auth.user': email, 'auth.pass': password });
}

/** Signs some people in and answers their access tokens. The first of them owns that number of clients. */
export async function openSessions(place: Place, count: number, clients: number): Promise<string[]> {
  const [owner] = place.people;
  if (owner === undefined) throw new Error('There are no people.');
  await withClient(place.databaseUrls['user-api'], (client) => addClients(client, owner, clients));
  const relays = await mintRelays(place, count);
  const logins = relays.map((relay, index) => loginRequest(relay, place.people[index] ?? owner));
  const answers = await collect<{ data: { access_token: string } }>(place.ports['user-api'], logins, 4);
  return answers.map(({ data }) => data.access_token);
}
