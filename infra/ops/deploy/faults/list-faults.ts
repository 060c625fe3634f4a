import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@latchkey/database';
import { approve, demo, deny, fromNetwork, openConfirmation } from '../../../local/person.ts';
import { internalUrlOf } from '../../../local/ports.ts';
import {
  postForm,
  postJson,
  redemption,
  refreshing,
  startDevice,
  tokensOf,
} from '../../../local/raw-requests.ts';
import type { ComposeStack } from '../compose-stack.ts';
import { ask, waitUntilNotReady } from '../stack-probe.ts';
import type { Fault } from './fault.ts';
import { guessPasswords } from './guess-passwords.ts';
import { ageSigningKey, endLogMonths, stopMailServer } from './late-faults.ts';

/** The faults that alerts report. Each ends before the next begins. `token` is an access token of the demo person. */
export function listFaults(stack: ComposeStack, token: string): Fault[] {
  return [
    stopServer(stack, token, {
      server: 'postgres',
      needing: ['sso', 'userApi', 'drop'],
      alerts: ['LatchkeyDependencyDown', 'LatchkeyUnavailable', 'LatchkeyUpkeepFails'],
    }),
    // drop works on without Redis (contract part 3 "Secrecy").
    stopServer(stack, token, { server: 'redis', needing: ['sso', 'userApi'], alerts: ['LatchkeyRedisDown'] }),
    stopUserApi(stack),
    missTable(stack, token),
    lockTable(stack, token),
    storeAtOnce(stack, token),
    presentUsedTokens(stack),
    showWrongKey(stack),
    stopMailServer(stack),
    endLogMonths(stack),
    ageSigningKey(stack),
    guessPasswords(stack),
  ];
}

type Name = 'sso' | 'userApi' | 'drop';

/** Who needs the server says so, and no request is answered 500. */
function stopServer(
  stack: ComposeStack,
  token: string,
  plan: { readonly server: string; readonly needing: readonly Name[]; readonly alerts: readonly string[] },
): Fault {
  const { server, needing, alerts } = plan;
  const { urls } = stack;
  return {
    name: `${server} is stopped`,
    alerts,
    async begin() {
      await stack.run('stop', server);
      await waitUntilNotReady(needing.map((name) => urls[name]));
    },
    async act() {
      const statuses = await ask(urls, token);
      const text = Object.entries(statuses)
        .map(([name, status]) => `${name} ${status}`)
        .join(', ');
      const allowed = (name: Name) => (needing.includes(name) ? [200, 503] : [200]);
      const names = ['sso', 'userApi', 'drop'] as const;
      if (statuses.sso !== 503 || !names.every((name) => allowed(name).includes(statuses[name])))
        throw new Error(`Without ${server} the services answered ${text}.`);
      return text;
    },
    end: () => stack.run('start', server),
  };
}

/**
 * A person who signs in gets 503 from sso, which cannot ask user-api. What a person has decided has not been logged for 10
 * minutes.
 */
function stopUserApi(stack: ComposeStack): Fault {
  const { urls } = stack;
  let userCode = '';
  return {
    name: 'user-api is stopped',
    alerts: ['LatchkeyDown', 'LatchkeyCallsFail', 'LatchkeyEventsLate'],
    async begin() {
      const denied = await startDevice(urls, demo.cli);
      await deny(urls, { userCode: denied.user_code });
      ({ user_code: userCode } = await startDevice(urls, demo.cli));
      await stack.run('stop', 'user-api');
      await withClient(stack.databaseUrl('sso'), (client) =>
        client.query(
          `update events set logged_at = null, created_at = created_at - interval '10 minutes'
           where type = 'device.denied'`,
        ),
      );
    },
    async act() {
      const { shown } = await openConfirmation(urls, userCode);
      if (shown.status !== 503) throw new Error(`The page answered ${shown.status}.`);
      return `the page ${shown.status}`;
    },
    end: () => stack.run('start', 'user-api'),
  };
}

const list = (stack: ComposeStack, token: string) =>
  postJson(`${stack.urls.drop}/v1/drop/list`, { auth: { token } });

/** A database that is not what the service was built for: the answer is 500, and a person must look. */
function missTable(stack: ComposeStack, token: string): Fault {
  const rename = (from: string, to: string) =>
    withClient(stack.databaseUrl('drop'), (client) => client.query(`alter table ${from} rename to ${to}`));
  return {
    name: 'a table of drop has another name',
    alerts: ['LatchkeyFaults'],
    begin: () => rename('drops', 'drops_away'),
    async act() {
      const { status } = await list(stack, token);
      if (status !== 500) throw new Error(`drop answered ${status}.`);
      return 'drop 500';
    },
    end: () => rename('drops_away', 'drops'),
  };
}

/** A table is locked for 3 s: requests wait for it, and others for a connection. */
function lockTable(stack: ComposeStack, token: string): Fault {
  return {
    name: 'a table of drop is locked',
    alerts: ['LatchkeySlow', 'LatchkeyPoolWaits'],
    act: () =>
      withClient(stack.databaseUrl('drop'), async (client) => {
        await client.query('begin');
        await client.query('lock table drops in access exclusive mode');
        const answers = Array.from({ length: 40 }, () => list(stack, token));
        await wait(3000);
        await client.query('rollback');
        const statuses = new Set((await Promise.all(answers)).map(({ status }) => status));
        if (![...statuses].every((status) => status === 200 || status === 503))
          throw new Error(`drop answered ${[...statuses].join(', ')}.`);
        return `drop ${[...statuses].join(', ')}`;
      }),
  };
}

const payload = 'p'.repeat(900_000);

/** 60 payloads of 900 kB at once; `networkOf` says from where. Returns how many were stored. */
async function store(
  stack: ComposeStack,
  token: string,
  networkOf: (index: number) => number,
): Promise<number> {
  const auth = { token };
  const send = (index: number) =>
    postJson(`${stack.urls.drop}/v1/drop/store`, { auth, payload, ttl: 60 }, fromNetwork(networkOf(index)));
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => send(index)));
  const strange = answers.find(({ status }) => status !== 200 && status !== 503);
  if (strange !== undefined)
    throw new Error(`drop answered ${strange.status}: ${JSON.stringify(strange.body)}`);
  return answers.filter(({ status }) => status === 200).length;
}

const mostMebibytes = 300;

/** From 60 networks all are stored within the memory that the manifests plan with; one network has only its part of it. */
function storeAtOnce(stack: ComposeStack, token: string): Fault {
  let said: string | undefined;
  return {
    name: '60 payloads of 900 kB at once',
    alerts: ['LatchkeyBodiesRefused'],
    async begin() {
      const stored = await store(stack, token, (index) => index);
      const mebibytes = await stack.findPeakMebibytes('drop');
      said = `${stored} stored, drop had ${mebibytes.toFixed(0)} MiB`;
      if (stored < 60 || mebibytes > mostMebibytes) throw new Error(`${said}, of ${mostMebibytes} MiB.`);
    },
    async act() {
      await store(stack, token, () => 1);
      return said;
    },
  };
}

/** A refresh token that was used up two rotations ago is presented again: its family ends. */
function presentUsedTokens(stack: ComposeStack): Fault {
  const { urls } = stack;
  const send = (form: Record<string, string>) => postForm(`${urls.sso}/token`, form);
  return {
    name: 'used refresh tokens are presented',
    alerts: ['LatchkeyTokensReused'],
    async act() {
      const device = await startDevice(urls, demo.cli);
      await approve(urls, { userCode: device.user_code });
      const first = tokensOf(await send(redemption(demo.cli, device.device_code)));
      const second = tokensOf(await send(refreshing(demo.cli, first)));
      await send(refreshing(demo.cli, second));
      const { status } = await send(refreshing(demo.cli, first));
      if (status !== 400) throw new Error(`sso answered ${status}.`);
      return 'sso 400';
    },
  };
}

function showWrongKey(stack: ComposeStack): Fault {
  return {
    name: 'an internal route is called with a wrong key',
    alerts: ['LatchkeyKeyRefused'],
    async act() {
      const url = `${internalUrlOf(stack.urls.sso)}/internal/v1/tokens/verify`;
      const { status } = await postJson(url, {}, { authorization: `Bearer ${'x'.repeat(40)}` });
      if (status !== 401) throw new Error(`sso answered ${status}.`);
      return 'sso 401';
    },
  };
}
