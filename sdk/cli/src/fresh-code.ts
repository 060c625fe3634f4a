import { LatchkeyError, type userApi } from '@latchkey/client';
import { readCode, readPasswordAgain } from './ask.ts';
import type { Shell } from './shell.ts';

type UserApi = ReturnType<typeof userApi>;

const maxTries = 3;

/**
 * Calls that ask the person, where a route wants the one-time code or the password of an operator again, and are sent
 * once more with it. A code serves once, and so does the one of the login: after a refusal the next one is waited for.
 * Ctrl-C ends each call.
 */
export function askFreshly(api: UserApi, shell: Shell): UserApi {
  const options = { signal: shell.signal };
  // The caller's types have checked path and fields; here they are of any route.
  const call = async (path: never, fields: object, codes: number): Promise<unknown> => {
    try {
      return await api(path, fields as never, options);
    } catch (error) {
      const field = neededField(error, codes);
      if (field === 'auth.code')
        return call(path, { ...fields, [field]: await readCode(shell, codes > 0) }, codes + 1);
      if (field === 'auth.pass')
        return api(path, { ...fields, [field]: await readPasswordAgain(shell) } as never, options);
      throw error;
    }
  };
  // It takes and answers what `api` does, for any path.
  return ((path: never, fields: object = {}) => call(path, fields, 0)) as UserApi;
}

/** What a refused call lacks, after the person has given this number of codes. */
function neededField(error: unknown, codes: number): string | undefined {
  if (!(error instanceof LatchkeyError)) return undefined;
  if (error.code === 'fresh_code_required') return error.field;
  return error.code === 'invalid_credentials' && codes > 0 && codes < maxTries ? 'auth.code' : undefined;
}
