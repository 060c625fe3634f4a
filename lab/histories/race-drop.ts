import { randomUUID } from 'node:crypto';
import { dataOf } from '../../e2e/process/user-api-calls.ts';
import { demo } from '../../infra/local/person.ts';
import { codeOf, post, readReply, type Reply } from './ask.ts';
import { refused } from './check-history.ts';
import type { Random } from './random.ts';
import type { Recorder, Seen } from './recorder.ts';
import { atOnce, createFresh, insist, patience, several, type Race, type World } from './world.ts';

const tokens = new WeakMap<World, () => Promise<string>>();

/** A token of the demo's back end for drop. */
function appToken(world: World): Promise<string> {
  const make = () =>
    insist(world, async ({ sso }) => {
      const form = { ...demo.backend, grant_type: 'client_credentials', audience: world.dropAudience };
      const reply = await post(`${sso}/token`, { form });
      return reply?.status === 200 ? String(reply.body['access_token']) : undefined;
    });
  const fresh = tokens.get(world) ?? createFresh(make);
  tokens.set(world, fresh);
  return fresh();
}

/** Makes a drop by `route`; where an answer is lost, the next try has another id. */
async function makeDrop(world: World, route: string, fields: object): Promise<{ id: string; key: string }> {
  return insist(world, async ({ drop }) => {
    const json = { token: await appToken(world), id: randomUUID(), ...fields };
    const reply = await post(`${drop}/v1/drop/${route}`, { json });
    return reply?.status === 200 ? { id: json.id, key: String(dataOf(reply)['key']) } : undefined;
  });
}

const codes = { not_active: 'conflict', state_conflict: 'conflict', invalid_key: 'wrong key' };

interface Place {
  readonly world: World;
  readonly random: Random;
  readonly recorder: Recorder;
  readonly id: string;
}

/** A call about a drop; `key` is read when it is made, and without one there is no call. */
function plan(
  { world, random, recorder, id }: Place,
  act: string,
  { input = '', key = () => '', fields = {}, path = `/v1/drop/${act}`, success }: Act,
) {
  const { drop } = random.pick(world.replicas);
  const cut = patience(random);
  return async () => {
    const shown = key();
    if (shown === undefined) return;
    const token = await appToken(world);
    await recorder.call(act, input, async (call) => {
      const json = { token, id, ...(shown && { key: shown }), ...fields };
      const headers = { 'x-request-id': String(call) };
      const reply = await post(drop + path, { json, headers, ...cut });
      // Contract part 3 "Secrecy": only outcome_unknown leaves open whether a drop was changed.
      if (reply?.status === 503 && codeOf(reply) !== 'outcome_unknown') return { answer: refused };
      return readReply(reply, act, { success: () => success(reply), codes, odd: world.odd });
    });
  };
}

interface Act {
  readonly input?: string;
  readonly key?: () => string | undefined;
  readonly fields?: object;
  readonly path?: string;
  readonly success: (reply: Reply) => Seen;
}

const readPayload = (reply: Reply): Seen => ({ answer: 'payload', value: String(dataOf(reply)['payload']) });
const done = (): Seen => ({ answer: 'done' });

/** What became of it, and by which call. */
const status = (place: Place) =>
  plan(place, 'status', {
    success(reply) {
      const { status: now, caller_request_id: by } = dataOf(reply);
      return { answer: String(now), value: now === 'consumed' ? String(by) : '' };
    },
  });

/** A drop that several consume; some look at it, and now and then it is revoked. */
export const raceForDrop: Race = async (world, random) => {
  const record = world.begin();
  const payload = 'the payload';
  const { id, key } = await makeDrop(world, 'store', { payload });
  const place = { world, random, recorder: record('drop', id, payload), id };
  const open = (act: string) => plan(place, act, { input: payload, key: () => key, success: readPayload });
  const calls = several(random, 2, 5, () => open('consume'));
  calls.push(...several(random, 0, 2, () => status(place)), ...several(random, 0, 1, () => open('get')));
  if (random.between(1, 4) === 1) calls.push(plan(place, 'revoke', { success: done }));
  await atOnce(random, 120, calls);
  await status(place)();
  await open('consume')();
  world.lastLooks.push(status(place), open('consume'));
};

/** A secret that the owner asks for and several fill in; then its owner takes it. */
export const raceToFill: Race = async (world, random) => {
  const record = world.begin();
  const { id, key } = await makeDrop(world, 'reserve', { fillable: true });
  const place = { world, random, recorder: record('drop', id), id };
  const fill = (payload: string) =>
    plan(place, 'fill', {
      input: payload,
      path: '/v1/fill',
      key: () => key,
      fields: { payload },
      success: done,
    });
  const calls = several(random, 2, 4, (at) => fill(`payload ${at}`));
  if (random.between(1, 4) === 1) calls.push(plan(place, 'revoke', { success: done }));
  await atOnce(random, 80, [...calls, ...several(random, 0, 1, () => status(place))]);
  await status(place)();
  const take = plan(place, 'take', { path: '/v1/drop/consume', key: () => key, success: readPayload });
  await take();
  world.lastLooks.push(status(place), take);
};

/** A reserved drop that several activate, each with a payload of its own; then it is opened with each of the keys. */
export const raceToActivate: Race = async (world, random) => {
  const record = world.begin();
  const { id } = await makeDrop(world, 'reserve', {});
  const place = { world, random, recorder: record('drop', id), id };
  const keys = new Map<string, string>();
  const activate = (payload: string) =>
    plan(place, 'activate', {
      input: payload,
      fields: { payload },
      success(reply) {
        keys.set(payload, String(dataOf(reply)['key']));
        return done();
      },
    });
  const open = (act: string, payload: string) =>
    plan(place, act, { input: payload, key: () => keys.get(payload), success: readPayload });
  const calls = several(random, 2, 4, (at) => activate(`payload ${at}`));
  if (random.between(1, 4) === 1) calls.push(plan(place, 'revoke', { success: done }));
  await atOnce(random, 80, [...calls, ...several(random, 0, 1, () => status(place))]);
  await status(place)();
  const payloads = [0, 1, 2, 3].map((at) => `payload ${at}`);
  await atOnce(
    random,
    80,
    payloads.map((payload) => open('consume', payload)),
  );
  world.lastLooks.push(status(place));
};
