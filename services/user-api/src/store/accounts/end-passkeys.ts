import type { Transaction } from '../database.ts';

/**
 * Ends all passkeys of an account, and what was begun to add one: its user handle is another one from then on. Answers
 * whether there were any.
 */
export async function endPasskeys(transaction: Transaction, userId: string): Promise<boolean> {
  await transaction.$executeRaw`
    update users set passkey_handle = null, first_passkey_until = null where id = ${userId}::uuid`;
  const { count } = await transaction.passkey.deleteMany({ where: { userId } });
  return count > 0;
}
