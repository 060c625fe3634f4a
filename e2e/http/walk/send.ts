import type { Answer } from '../../../infra/local/relying-party.ts';
import type { Call } from './route-case.ts';

const accept = { accept: 'application/json' };
const json = { ...accept, 'content-type': 'application/json' };

/** Sends text and reads JSON. */
export async function sendText(url: string, body: string, headers: Record<string, string>): Promise<Answer> {
  return read(await fetch(url, { method: 'POST', body, headers: { ...accept, ...headers } }));
}

async function read(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** Calls `POST /path` with JSON or a form, `GET /path` with a query. */
export function callRoute(url: string, route: string, format: 'json' | 'form'): Call {
  const [method = '', path = ''] = route.split(' ');
  return async (fields = {}, headers = {}) => {
    if (method === 'POST' && format === 'json') return sendText(url + path, JSON.stringify(fields), json);
    const form = toForm(fields);
    const place = method === 'GET' ? `${url}${path}?${form.toString()}` : url + path;
    const body = method === 'GET' ? {} : { method, body: form };
    return read(await fetch(place, { ...body, headers: { ...accept, ...headers } }));
  };
}

/** A list becomes a parameter that is given several times. */
function toForm(fields: object): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}
