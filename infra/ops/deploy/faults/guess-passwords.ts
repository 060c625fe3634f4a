import { withClient } from '@latchkey/database';
import { demo, fromNetwork, openConfirmation } from '../../../local/person.ts';
import { startDevice } from '../../../local/raw-requests.ts';
import type { ComposeStack } from '../compose-stack.ts';
import type { Fault } from './fault.ts';

const [accounts, atOnce] = [25, 450];
/** A device code ends with its fifth wrong password. */
const guessesOfCode = 5;

/**
 * Somebody with many networks tries wrong passwords of 25 accounts and of names that nobody has, more at once than may
 * wait to be checked.
 */
export function guessPasswords(stack: ComposeStack): Fault {
  const { urls } = stack;
  let round = 0;
  const guess = async (userCode: string, index: number): Promise<number> => {
    const { shown } = await openConfirmation(urls, userCode, {
      email: index < atOnce / 2 ? emailOf(index % accounts) : `nobody-${round}-${index}@deploy.test`,
      password: 'a wrong password',
      network: fromNetwork(index + round * 37),
    });
    return shown.status;
  };
  return {
    name: 'wrong passwords from many networks',
    alerts: ['LatchkeyHashesRefused', 'LatchkeyAccountsAttacked'],
    begin: () =>
      addPeople(
        stack.databaseUrl('user_api'),
        Array.from({ length: accounts }, (_, at) => emailOf(at)),
      ),
    async act() {
      round += 1;
      const codes = await Promise.all(
        Array.from({ length: atOnce / guessesOfCode }, (_, index) =>
          startDevice(urls, demo.cli, fromNetwork(index)),
        ),
      );
      const guesses = codes.flatMap(({ user_code }) =>
        Array.from({ length: guessesOfCode }, () => user_code),
      );
      const statuses = await Promise.all(guesses.map(guess));
      const strange = statuses.find((status) => ![401, 429, 503].includes(status));
      if (strange !== undefined) throw new Error(`The page answered ${strange}.`);
      const count = (status: number) => statuses.filter((one) => one === status).length;
      return `401 ${count(401)} times, 503 ${count(503)} times`;
    },
  };
}

const emailOf = (at: number) => `person${at + 1}@deploy.test`;

/** Accounts with these addresses and the password of the demo person. */
function addPeople(databaseUrl: string, emails: readonly string[]): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into users (id, email, name, kind, status, password_hash, email_verified_at, created_at, updated_at)
      select gen_random_uuid(), address, 'Person', 'user', 'active', u.password_hash, now(), now(), now()
      from users u, unnest($1::text[]) address where u.email = $2`,
      [emails, demo.email],
    );
  });
}
