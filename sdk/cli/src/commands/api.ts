import { defineCommand } from '../command.ts';
import type { UserApi } from '../define-search.ts';
import { createUnclear } from '../failure.ts';
import { toJson } from '../output.ts';

const pathForm = /^\/[\w.~:/-]+$/;
/** `name=text` or `name:=json`. */
const fieldForm = /^([\w.-]+)(:?=)(.*)$/s;
const dropPaths = /^\/v1\//;

export const api = defineCommand({
  name: 'api',
  summary: 'Call a route with this login, and print the data of its answer.',
  details:
    'Sends the token and the proof of its key. A value after = is text, after := JSON:\n  latchkey api /v1/drop/list status=active limit:=5',
  needs: 'login',
  arguments: {
    path: { summary: 'The path of the route, as the API documents name it.' },
    field: { summary: 'A field of the request: NAME=TEXT or NAME:=JSON.', isRest: true },
  },
  options: {
    service: {
      type: 'text',
      choices: ['user-api', 'drop'],
      summary: 'user-api or drop, where the path does not say it.',
    },
    admin: { type: 'flag', summary: 'Use the login of an operator.' },
  },
  async run({ shell, userApi, drop }, { path, field, service }) {
    const fields = readFields(field);
    if (!pathForm.test(path)) throw createUnclear('api', 'PATH is a path such as /v1/drop/list.');
    const isDrop = service === undefined ? dropPaths.test(path) : service === 'drop';
    // What was typed has no type here: the service judges it.
    const call = (isDrop ? await drop() : await userApi()) as UserApi;
    const data: unknown = await call(path as never, fields as never);
    shell.stdout.write(`${toJson(data, shell.stdout.isTTY === true)}\n`);
  },
});

/** The fields as they were typed. A complaint quotes no value, which may be a secret. */
function readFields(typed: readonly string[]): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  for (const one of typed) {
    const [, name, sign, value = ''] = fieldForm.exec(one) ?? [];
    if (name === undefined) throw createUnclear('api', 'A field is NAME=TEXT or NAME:=JSON.');
    if (fields.has(name)) throw createUnclear('api', `The field ${name} is there twice.`);
    fields.set(name, sign === '=' ? value : readJson(name, value));
  }
  return Object.fromEntries(fields);
}

function readJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw createUnclear('api', `${name}:= takes JSON; a text is ${name}=TEXT.`);
  }
}
