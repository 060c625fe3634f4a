import { randomBytes } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import type { Client } from '../../src/client/client.ts';
import type { SsoContext } from '../../src/context.ts';
import { hashDeviceCode } from '../../src/device/start-device-authorization.ts';
import type { Outbox } from '../../src/event/event.ts';
import { createRefreshSecrets } from '../../src/family/refresh-secrets.ts';
import { grants } from '../../src/grants/index.ts';
import type { TokenPackage } from '../../src/token/token-package.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { createSso } from '../sso-harness.ts';
import { absoluteMs, type Act, type Answer, type Outcome, type Refresh, type World } from './family-model.ts';

export const granted = {
  scope: 'openid email offline_access',
  audience: ['https://api.example.test', 'https://drop.example.test'],
};

function changeContext(context: SsoContext, clock: { nowMs: number; graceMs: number }): SsoContext {
  const settings = {
    ...context.settings,
    // The rotations of these runs come one at once after the other.
    refreshRotations: { rotations: 0, windowMs: 600_000 },
    refreshAbsoluteTtlSeconds: absoluteMs / 1000,
    get refreshGraceSeconds() {
      return clock.graceMs / 1000;
    },
  };
  return { ...context, settings, now: () => clock.nowMs };
}

async function issue(
  context: SsoContext,
  client: Client,
  input: { grant_type: string; [name: string]: unknown },
): Promise<Answer> {
  const request = {
    client,
    input,
    proof: undefined,
    traceparent: '',
    ip: '192.0.2.1',
    ageMs: () => 0,
    isGone: async () => false,
  };
  try {
    return { tokens: (await grants.get(input.grant_type)!.issue(context, request)) as TokenPackage };
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    return { refused: { code: fault.code, message: fault.message } };
  }
}

/** The grants; whoever drives them sets their clock, their account and their client. */
export function createFamilyService() {
  const told: { type: string; data: Readonly<Record<string, string>> }[] = [];
  const outbox: Outbox = { append: async (type, data) => void told.push({ type, data }) };
  const { context: whole, clients, standings } = createSso({ context: { outbox } });
  const clock = { nowMs: startMs, graceMs: 0 };
  const context = changeContext(whole, clock);
  const { families } = context;
  const standing = standings.get('user-1')!;

  /** Brings the service to where the world is. */
  function follow({ nowMs, graceMs, isActive, tokensValidAfterMs, keptFamilyId, hasGrant }: World): void {
    Object.assign(clock, { nowMs, graceMs });
    const kept = keptFamilyId === undefined ? {} : { keptFamilyId };
    standings.set('user-1', { ...standing, isActive, tokensValidAfterMs, ...kept });
    const client = clients.get('demo-cli')!;
    clients.set('demo-cli', { ...client, grantTypes: hasGrant ? ['device_code'] : [] });
  }

  /** Approves a device authorization at `approvedAtMs` and picks it up now. */
  async function redeem(
    deviceCode: string,
    approvedAtMs: number,
    tokensValidAfterMs: number,
  ): Promise<Answer> {
    const deviceCodeHash = hashDeviceCode(deviceCode);
    const times = { createdAtMs: approvedAtMs, expiresAtMs: approvedAtMs + 600_000 };
    const { scope, audience } = granted;
    await context.devices.create(createDeviceRequest({ deviceCodeHash, audience, scope, ...times }));
    const proven = { tokensValidAfterMs };
    await context.devices.approve(
      deviceCodeHash,
      createApproval({ scope, audience, approvedAtMs, ...proven }),
    );
    return issue(context, clients.get('demo-cli')!, { grant_type: 'device_code', device_code: deviceCode });
  }

  async function perform(world: World, family: World['families'][number], act: Act): Promise<Answer> {
    if (act === 'revoke') return { revoked: await families.revoke(family.chain, 'admin', clock.nowMs) };
    const secrets = readSecrets(world, family, act);
    return issue(context, clients.get(act.clientId)!, {
      grant_type: 'refresh_token',
      ...secrets,
      ...act.wish.input,
    });
  }

  const toldOf = (chain: string) =>
    told.filter(({ data }) => data['family_id'] === chain).map(({ type }) => type);

  const seen = new Set<Outcome>();

  return { seen, families, follow, redeem, perform, toldOf };
}

export type FamilyService = ReturnType<typeof createFamilyService>;

/** What is not its own is a token under another key, another family's chain, or the link of the token after it, where there is one. */
function readSecrets(world: World, family: World['families'][number], refresh: Refresh) {
  const { index, token, chain, link } = refresh;
  const own = family.packages[index]!;
  const otherFamily = world.families.find((one) => one !== family);
  const stranger = { id: family.chain, tokenKey: randomBytes(32) };
  const { token: forged } = createRefreshSecrets(stranger, index, randomBytes);
  const parts = {
    refresh_token: { own: own.refresh_token, other: forged, missing: undefined },
    binding_chain: { own: family.chain, other: otherFamily?.chain ?? 'unknown', missing: undefined },
    binding_link: {
      own: own.binding_link,
      other: family.packages[index + 1]?.binding_link ?? 'unknown',
      missing: undefined,
    },
  };
  return {
    refresh_token: parts.refresh_token[token],
    binding_chain: parts.binding_chain[chain],
    binding_link: parts.binding_link[link],
  };
}
