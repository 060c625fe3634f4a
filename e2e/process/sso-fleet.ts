import { join } from 'node:path';
import type { Urls } from '../../infra/local/environment.ts';
import type { LaunchedStack } from '../../infra/local/launch-stack.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { postForm, type Answer } from '../../infra/local/raw-requests.ts';
import { startService, type ServiceProcess } from '../../infra/local/service-process.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

interface Member {
  readonly urls: Urls;
  readonly restart: () => Promise<ServiceProcess>;
  process: ServiceProcess;
}

/** The sso of a running stack and a second one on the same Redis and Postgres, under the same issuer. */
export async function startSsoFleet(stack: LaunchedStack, logDir: string, teardown: Teardown) {
  const port = await findFreePort();
  const start = (ssoPort: string, folder: string) => () =>
    startService('sso', { ...stack.environments.sso, PORT: ssoPort }, join(logDir, folder), teardown);
  const restartFirst = start(new URL(stack.urls.sso).port, 'sso-0');
  const startSecond = start(String(port), 'sso-1');
  const members: Member[] = [
    { urls: stack.urls, restart: restartFirst, process: stack.processes.sso },
    {
      urls: { ...stack.urls, sso: `http://localhost:${port}` },
      restart: startSecond,
      process: await startSecond(),
    },
  ];

  let isStopped = false;
  teardown.add(() => void (isStopped = true));

  function memberOf(at: number): Member {
    return members[at % members.length] as Member;
  }

  return {
    /** Whether the test is over, so that nobody tries again. */
    isStopped: () => isStopped,

    /** The addresses with one of the two as sso. */
    urlsOf: (at: number): Urls => memberOf(at).urls,

    /** Posts to /token of one of them; undefined when it gave no answer. */
    askToken: (at: number, form: Record<string, string>): Promise<Answer | undefined> =>
      postForm(`${memberOf(at).urls.sso}/token`, form).catch(() => undefined),

    /** Ends one of them with kill -9 and starts it again on its port. */
    async crash(at: number): Promise<void> {
      const member = memberOf(at);
      process.kill(member.process.pid, 'SIGKILL');
      await member.process.ended;
      member.process = await member.restart();
    },
  };
}

export type SsoFleet = Awaited<ReturnType<typeof startSsoFleet>>;
