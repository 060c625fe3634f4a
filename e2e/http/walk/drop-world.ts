import { randomUUID } from 'node:crypto';
import { cookiesOf } from '../../../infra/local/person.ts';
import { postJson, readAnswer } from '../../../infra/local/raw-requests.ts';
import { dataOf } from './route-case.ts';

/** Whose tokens the walk over drop presents. */
export interface DropTokens {
  readonly owner: () => Promise<string>;
  /** An operator whose token has the scope admin. */
  readonly admin: () => Promise<string>;
}

export type DropWorld = ReturnType<typeof createDropWorld>;

/** What requests to drop are made of. */
export function createDropWorld(url: string, tokens: DropTokens) {
  const ids: string[] = [];
  const post = (path: string, fields: object) => postJson(url + path, fields);
  const newId = () => {
    const id = `walk-${randomUUID()}`;
    ids.push(id);
    return id;
  };
  return {
    ...tokens,
    post,
    newId,
    /** A drop of the owner, and its passphrase. */
    async store(more: object = {}) {
      const [id, key] = [newId(), 'a passphrase'];
      const fields = { token: await tokens.owner(), id, key, payload: 'walked', ...more };
      dataOf(await post('/v1/drop/store', fields));
      return { id, key };
    },
    /** A secret that the owner asks for, and the key of its link. */
    async ask() {
      const asked = dataOf(
        await post('/v1/drop/reserve', { token: await tokens.owner(), id: newId(), fillable: true }),
      );
      return { id: asked['id'], key: asked['key'] };
    },
    /** Looks at a page of a drop, in a new browser. */
    async look(id: string, page = 'd') {
      const answer = await fetch(`${url}/${page}/${id}`, { headers: { accept: 'application/json' } });
      return { cookie: cookiesOf(answer), answer: await readAnswer(answer) };
    },
    async tidy() {
      for (const id of ids) await post('/v1/drop/delete', { token: await tokens.owner(), id });
    },
  };
}
