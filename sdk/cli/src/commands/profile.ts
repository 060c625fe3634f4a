import { confirm } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { createContextOf, type Context } from '../context.ts';
import { yesOption } from '../define-act.ts';
import { createComplaint, exitCodes } from '../failure.ts';
import type { Columns } from '../output.ts';
import { listProfiles, openProfiles, removeProfile } from '../profile.ts';
import { endLogins } from './logout.ts';

interface Kept {
  readonly name: string;
  readonly sso: string | undefined;
  readonly logged_in: boolean;
  readonly operator: boolean;
  readonly used: boolean;
}

const columns: Columns<Kept> = {
  profile: ({ name }) => name,
  sso: ({ sso }) => sso,
  'logged in': ({ logged_in: isIn, operator }) => (operator && !isIn ? 'as operator' : isIn),
  used: ({ used }) => (used ? 'this one' : ''),
};

export const profiles = [
  defineCommand({
    name: 'profile list',
    summary: 'List the profiles that are kept here.',
    details: 'A profile is an account at an installation. `latchkey login --profile NAME` makes one.',
    async run(context) {
      const { shell, out, profileName } = context;
      const rows: Kept[] = [];
      for (const { name, sso } of await listProfiles(shell))
        rows.push({ name, sso, ...(await findLogins(context, name)), used: name === profileName });
      out.startList(columns, ({ name }: Kept) => name)(rows);
      out.say(
        rows.length === 0 ? 'No profiles.' : rows.length === 1 ? '1 profile.' : `${rows.length} profiles.`,
      );
    },
  }),
  defineCommand({
    name: 'profile remove',
    summary: 'End the logins of a profile, and forget it.',
    arguments: { name: { summary: 'The name of the profile.' } },
    options: yesOption,
    async run(context, { name, yes }) {
      const { shell, out } = context;
      const found = (await listProfiles(shell)).some((one) => one.name === name);
      if (!found) throw createComplaint(`There is no profile ${name}.`, exitCodes.notFound);
      if (!yes) await confirm(shell, `End the logins of the profile ${name}, and forget it?`);
      const left = await endAll(context, name);
      await removeProfile(shell, name);
      out.say(`The profile ${name} is removed.`);
      for (const sso of left)
        out.say(`${sso} did not end the login: it ends by itself, or on the page of your account.`);
    },
  }),
];

/** The contexts of all logins of a profile, which may be at several installations. */
async function openAll({ shell, globals }: Pick<Context, 'shell' | 'globals'>, name: string) {
  const kept = await openProfiles(shell, name);
  return kept.map((one) => createContextOf(one, shell, globals, { login: 'login', advice: '' }));
}

async function findLogins(context: Context, name: string) {
  const all = await openAll(context, name);
  const isIn = async ({ openPlace }: Context) =>
    (await (await openPlace('session')).session.state()).status === 'active';
  const some = async (is: (one: Context) => Promise<boolean>) =>
    (await Promise.all(all.map(is))).includes(true);
  return { logged_in: await some(isIn), operator: await some((one) => one.isOperator()) };
}

/** Ends the logins of a profile, and answers the services that gave no answer. */
async function endAll(context: Context, name: string): Promise<readonly string[]> {
  const left: string[] = [];
  for (const one of await openAll(context, name))
    await endLogins(one).catch(() => void left.push(one.profile.sso));
  return left;
}
