import type { CallOptions } from '@latchkey/client';
import { confirm, passwordOption, readPassword } from './ask.ts';
import type { Arguments, Command, InputOf, NoNames } from './command.ts';
import type { UserApi } from './define-search.ts';
import { askFreshly } from './fresh-code.ts';
import type { Options } from './options.ts';
import type { Cell } from './output.ts';

type Naming = Pick<Command, 'name' | 'summary' | 'details' | 'needs'>;

interface Act<A extends Arguments, O extends Options, Data extends object> extends Naming {
  readonly arguments?: A;
  readonly options?: O;
  /** What is asked first, unless --yes is given: of an act that hits others, or much at once. */
  question?(input: InputOf<A, O>): string;
  /** Whether the route wants the password of the caller; a function where that depends on what was typed. */
  readonly wantsPassword?: true | ((input: InputOf<A, O>) => boolean);
  call(
    api: UserApi,
    input: InputOf<A, O> & { readonly password: string },
    options: CallOptions,
  ): Promise<Data>;
  /** What is shown of the answer. */
  fields?(data: Data): Readonly<Record<string, Cell>>;
  /** All that --quiet shows of it, such as a secret. */
  result?(data: Data): string;
  /** What has happened, in a sentence. */
  done?(data: Data, input: InputOf<A, O>): string;
}

export const yesOption = { yes: { type: 'flag', summary: 'Do it without asking.' } } as const;

/** A command that is one act at user-api. */
export function defineAct<
  Data extends object,
  const A extends Arguments = NoNames,
  const O extends Options = NoNames,
>(act: Act<A, O, Data>): Command {
  const {
    arguments: named = {},
    options = {},
    question,
    wantsPassword,
    call,
    fields,
    result,
    done,
    ...naming
  } = act;
  return {
    ...naming,
    arguments: named,
    options: { ...options, ...(question && yesOption), ...(wantsPassword && passwordOption) },
    async run({ shell, globals, out, userApi }, typed) {
      // The parser makes the input from these very arguments and options.
      const input = typed as InputOf<A, O>;
      const api = askFreshly(await userApi(), shell);
      if (question !== undefined && typed['yes'] !== true) await confirm(shell, question(input));
      const isWanted = typeof wantsPassword === 'function' ? wantsPassword(input) : wantsPassword;
      const password = isWanted ? await readPassword(shell, typed['password-file']) : '';
      const data = await call(api, { ...input, password }, { signal: shell.signal });
      if (globals.quiet && !globals.json && result !== undefined) out.line(result(data));
      else out.record(data, fields?.(data) ?? {});
      if (done !== undefined) out.say(done(data, input));
    },
  };
}
