import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createDownloadClient, createServiceClient } from '@latchkey/contracts/service-client';
import { parseServiceCallers } from '@latchkey/secrets';
import { createDpopNonces, createTokenVerifier, type SigningKeys } from '@latchkey/tokens';
import type { Config } from './config.ts';
import type { SsoContext, SsoStores } from './context.ts';
import { createAnswerSealer } from './oauth/family/seal-answer.ts';
import { mintRelay, type RelayMint } from './oauth/relay/mint-relay.ts';
import type { TokenSigner } from './oauth/token/sign-access-token.ts';
import { createReadHint } from './people/authorize/id-token-hint.ts';
import { createCredentialSealer } from './people/sign-in/sealed-credentials.ts';
import { readSettings } from './read-settings.ts';
import { readStateKeys } from './read-state-keys.ts';
import { createAskAccount, createOpenExport } from './sibling/account.ts';
import { createAskDoor } from './sibling/door.ts';
import { createDropClient } from './sibling/drop.ts';
import { createPasskeyCheck } from './sibling/passkey-check.ts';
import { createPasswordCheck, type CheckParts } from './sibling/password-check.ts';
import { createUserApi } from './sibling/user-api.ts';

interface ContextOptions {
  readonly stores: SsoStores;
  readonly signingKeys: SigningKeys;
  readonly overrides?: Partial<SsoContext>;
}

export function createContext(config: Config, options: ContextOptions): SsoContext {
  const { stores, signingKeys, overrides = {} } = options;
  // The other parts are made with these, so an override holds for them too.
  const core = {
    ...stores,
    now: Date.now,
    newId: randomUUID,
    randomBytes,
    settings: readSettings(config),
    signingKeys,
    ...overrides,
  };
  const { now } = core;
  const stateKeys = readStateKeys(config);
  return {
    pause: (milliseconds) => pause(milliseconds),
    serviceCallers: parseServiceCallers(config.SERVICE_CALLERS),
    verifyAccessToken: createTokenVerifier({
      issuer: core.settings.issuer,
      audience: undefined,
      keys: core.signingKeys,
      now,
    }),
    countSignIn: () => undefined,
    readHint: createReadHint(core.settings.issuer, core.signingKeys, now),
    nonces: createDpopNonces({ keys: stateKeys.map(({ key }) => key), now }),
    credentials: createCredentialSealer({ keys: stateKeys, now, randomBytes: core.randomBytes }),
    answers: createAnswerSealer({ stateKeys, signingKeys: core.signingKeys, randomBytes: core.randomBytes }),
    ...createSiblings(config, core),
    ...core,
  };
}

function createSiblings(config: Config, mint: RelayMint & TokenSigner) {
  const key = { masterKey: config.SERVICE_MASTER_KEY };
  const callUserApi = createServiceClient({
    service: 'user-api',
    baseUrl: config.USER_API_CALL_URL,
    internalUrl: config.USER_API_INTERNAL_URL,
    ...key,
  });
  const callDrop = createServiceClient({ service: 'drop', baseUrl: config.DROP_CALL_URL, ...key });
  const userApi = createUserApi(callUserApi, {
    now: mint.now,
    monotonicMs: () => performance.now(),
    newId: mint.newId,
    budget: { limit: config.UNKNOWN_CLIENTS_PER_MINUTE, windowMs: 60_000 },
  });
  const account = {
    call: callUserApi,
    download: createDownloadClient({ service: 'user-api', baseUrl: config.USER_API_CALL_URL }),
    signer: mint,
    now: mint.now,
    audience: config.USER_API_URL,
    operatorMfa: config.OPERATOR_MFA,
    scope: 'account orgs',
  };
  // drop asks a person for no scope.
  const drops = { ...account, call: callDrop, audience: config.DROP_URL, scope: '' };
  const check: CheckParts = {
    mintRelay: (payload) => mintRelay(mint, 'user_root_session', payload),
    call: callUserApi,
    userApi,
  };
  return {
    userApi,
    checkPassword: createPasswordCheck(check),
    checkPasskey: createPasskeyCheck(check),
    askAccount: createAskAccount(account),
    askDrop: createAskAccount(drops),
    openExport: createOpenExport(account),
    askDoor: createAskDoor(callUserApi),
    siblings: { 'user-api': callUserApi, drop: callDrop },
    storeDeadDrop: createDropClient(callDrop),
  };
}
