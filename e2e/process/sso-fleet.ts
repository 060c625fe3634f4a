import { join } from 'node:path';
import type { Environment, Urls } from '../../infra/local/environment.ts';
import type { LaunchedStack } from '../../infra/local/launch-stack.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { postForm, type Answer } from '../../infra/local/raw-requests.ts';
import { startService } from '../../infra/local/service-process.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

/** The sso of a running stack and a second one, with settings of its own, on the same Redis and Postgres, under the same issuer. */
export async function startSsoFleet(
  stack: LaunchedStack,
  logDir: string,
  teardown: Teardown,
  other: Environment = {},
) {
  const port = String(await findFreePort());
  const environment = { ...stack.environments.sso, PORT: port, ...other };
  const start = () => startService('sso', environment, join(logDir, 'sso-1'), teardown);
  let second = await start();
  const members = [stack.urls, { ...stack.urls, sso: `http://localhost:${port}` }] as const;
  const urlsOf = (at: number): Urls => members[at % 2 === 0 ? 0 : 1];
  return {
    /** The addresses with one of the two as sso. */
    urlsOf,

    /** Ends the second with kill -9 and starts it again on its port. */
    async crashSecond(): Promise<void> {
      await second.kill();
      second = await start();
    },

    /** Posts to /token of one of them; undefined when it gave no answer. */
    askToken: (at: number, form: Record<string, string>): Promise<Answer | undefined> =>
      postForm(`${urlsOf(at).sso}/token`, form).catch(() => undefined),
  };
}

export type SsoFleet = Awaited<ReturnType<typeof startSsoFleet>>;
