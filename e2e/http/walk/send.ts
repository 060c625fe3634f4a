import { readAnswer, type Answer } from '../../../infra/local/raw-requests.ts';
import type { Call } from './route-case.ts';

const accept = { accept: 'application/json' };
const json = { ...accept, 'content-type': 'application/json' };

/** Sends text and reads JSON. */
export async function sendText(url: string, body: string, headers: Record<string, string>): Promise<Answer> {
  return readAnswer(await fetch(url, { method: 'POST', body, headers: { ...accept, ...headers } }));
}

/**
 * Calls `POST /path` with JSON or a form, `GET /path` with a query; {id} of a path is the field of that name, and {query}
 * what a POST has behind its path.
 */
export function callRoute(url: string, route: string, format: 'json' | 'form'): Call {
  const [method = '', form = ''] = route.split(' ');
  return async (given = {}, headers = {}) => {
    const parts = given as { readonly '{id}'?: string; readonly '{query}'?: string };
    const { '{id}': id = '{id}', '{query}': query = '', ...fields } = parts;
    const path = form.replace('{id}', id) + query;
    if (method === 'POST' && format === 'json') return sendText(url + path, JSON.stringify(fields), json);
    const sent = toForm(fields);
    const place = method === 'GET' ? `${url}${path}?${sent.toString()}` : url + path;
    const body = method === 'GET' ? {} : { method, body: sent };
    return readAnswer(await fetch(place, { ...body, headers: { ...accept, ...headers } }));
  };
}

/** A list becomes a parameter that is given several times. */
function toForm(fields: object): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}
