import type { Page } from 'playwright-core';

/**
 * Gives the page a virtual authenticator of Chromium, which keeps passkeys and knows its person, but waits for a touch:
 * else it would answer the offer in the field of the address at once. `synced`: one that copies them to other devices.
 */
export async function addAuthenticator(page: Page, { synced = false } = {}) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  });
  const answer = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const credentials = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    credentials,
    /** Keeps a passkey that another authenticator has, as far as that has counted. */
    add: (credential: Awaited<ReturnType<typeof credentials>>[number]) =>
      cdp.send('WebAuthn.addCredential', { authenticatorId, credential }),
    /** Whether it answers without waiting for a touch. */
    answer,
    /** Does what asks for a passkey, and touches the authenticator once. */
    async touch(act: () => Promise<unknown>): Promise<void> {
      const { promise: touched, resolve } = Promise.withResolvers<void>();
      cdp.once('WebAuthn.credentialAdded', () => resolve());
      cdp.once('WebAuthn.credentialAsserted', () => resolve());
      await answer(true);
      await act();
      await touched;
      await answer(false);
    },
  };
}

export type Authenticator = Awaited<ReturnType<typeof addAuthenticator>>;
