import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Stack } from '../../infra/local/stack.ts';
import { linkFor } from './mail-links.ts';

export const newAddress = () => `person-${randomUUID()}@latchkey.test`;
export const newPassword = 'four quiet herons by the canal';

/** Asks for a link on the page of a sign-up or of a lost password. */
export async function askFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  expect(await page.textContent('h1')).toBe('Check your email');
}

/** Fills the form of a link that makes an account. */
export async function makeAccount(page: Page, password = newPassword): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Signs a new person up with the password `newPassword`; their address. */
export async function signUp(stack: Stack, page: Page): Promise<string> {
  const email = newAddress();
  await page.goto(`${stack.urls.sso}/signup`);
  await askFor(page, email);
  await page.goto(await linkFor(stack, email, '/signup'));
  await makeAccount(page);
  return email;
}
