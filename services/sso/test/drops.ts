import { ApiError, ownDropCalls, type Contract } from '@latchkey/contracts';
import { createPage } from './browser.ts';
import { answerWith, data, refusal, type Answer } from './doors.ts';

export const path = '/account/drops';
export const dropUrl = 'https://drop.example.test';
export const expires_at = '2026-11-30T10:00:00.000Z';
export const key = `dk1_${'k'.repeat(43)}`;
const { list } = ownDropCalls;
export type Fields = Record<string, string>;
export type Answers = Record<string, Answer | 'down'>;

/** sso beside a drop that keeps no id twice, and gives these answers by path. */
export async function createDrops(answers: Answers = {}) {
  const asked: [path: string, body: Record<string, unknown>][] = [];
  const ids = new Set<unknown>();
  const usual = (to: Contract, body: Record<string, unknown>): Answer => {
    if (to.path === list.path) return data({ items: [], next_cursor: null });
    if (ids.has(body['id'])) return refusal('already_exists');
    ids.add(body['id']);
    return data({ id: body['id'], expires_at, ...(body['key'] === undefined && { key }) });
  };
  const askDrop = (_visit: unknown, to: Contract, body: object) => {
    const sent = body as Record<string, unknown>;
    asked.push([to.path, sent]);
    const answer = to.path in answers ? answers[to.path] : usual(to, sent);
    if (answer === 'down') return Promise.reject(new ApiError({ code: 'upstream_unavailable', message: '' }));
    return answerWith(answer);
  };
  const browser = createPage({ context: { askDrop } }).openBrowser();
  await browser.logIn();
  const open = async () => (await browser.get(path)).body as Fields;
  const send = async (form: Fields, headers = {}) =>
    browser.send(path, { csrf: (await open())['csrf'] ?? '', ...form }, headers);
  return { browser, asked, answers, open, send };
}
