import type { Arguments, InputOf, NoNames, Options } from '@latchkey/process/command-line';
import { confirm, passwordOption, readPassword } from './ask.ts';
import type { Command } from './command.ts';
import type { Context } from './context.ts';
import type { UserApi } from './define-search.ts';
import type { Named } from './find-id.ts';
import type { Cell } from './output.ts';
import { drawQr } from './qr-code.ts';

type Naming = Pick<Command, 'name' | 'summary' | 'details' | 'needs' | 'fieldNames'>;

interface Showing<Data extends object> {
  /** What is shown of the answer. */
  fields?(data: Data): Readonly<Record<string, Cell>>;
  /** All that --quiet shows of it, such as a secret. */
  result?(data: Data): string;
  /** What is also drawn as a QR code, where a terminal has room for it. */
  picture?(data: Data): string;
}

interface Act<A extends Arguments, O extends Options, Data extends object> extends Naming, Showing<Data> {
  readonly arguments?: A;
  readonly options?: O;
  /** Finds what the first argument names, which may be the beginning of an id, before anything is asked. */
  find?(api: UserApi, input: InputOf<A, O>): Promise<Named>;
  /** What is asked first, unless --yes is given: of an act that hits others, much at once, or cannot be undone. */
  question?(input: InputOf<A, O>, label: string): string;
  /** Whether the route wants the password of the caller; a function where that depends on what was typed. */
  readonly wantsPassword?: true | ((input: InputOf<A, O>) => boolean);
  call(api: UserApi, input: InputOf<A, O> & { readonly password: string }): Promise<Data>;
  done?(data: Data, input: InputOf<A, O>): string;
}

export const yesOption = { yes: { type: 'flag', summary: 'Do it without asking.' } } as const;

/** A command that is one act at user-api. */
export function defineAct<
  Data extends object,
  const A extends Arguments = NoNames,
  const O extends Options = NoNames,
>(act: Act<A, O, Data>): Command {
  const { arguments: named = {}, options = {}, find, question, wantsPassword, call, done, ...rest } = act;
  const [idArgument = 'id'] = Object.keys(named);
  const { fields: _fields, result: _result, picture: _picture, ...naming } = rest;
  return {
    ...naming,
    arguments: named,
    options: { ...options, ...(question && yesOption), ...(wantsPassword && passwordOption) },
    async run(context, typed) {
      const { shell, out, userApi } = context;
      // The parser makes the input from these very arguments and options.
      let input = typed as InputOf<A, O>;
      const api = await userApi();
      const found = await find?.(api, input);
      if (found !== undefined) input = { ...input, [idArgument]: found.id };
      if (question !== undefined && typed['yes'] !== true)
        await confirm(shell, question(input, found?.label ?? ''));
      const isWanted = typeof wantsPassword === 'function' ? wantsPassword(input) : wantsPassword;
      const password = isWanted ? await readPassword(shell, typed['password-file']) : '';
      const data = await call(api, { ...input, password });
      await show(context, act, data);
      if (done !== undefined) out.say(done(data, input));
    },
  };
}

/** Below a QR code stand the secret, a sentence and the prompt. */
const rowsBelow = 3;

async function show<Data extends object>(
  { shell, globals: { json, quiet }, out }: Context,
  { fields, result, picture }: Showing<Data>,
  data: Data,
): Promise<void> {
  if (quiet && !json && result !== undefined) return out.line(result(data));
  const text = json || quiet ? undefined : picture?.(data);
  const isDrawn = text !== undefined && (await drawQr(shell, text, () => rowsBelow));
  // The QR code holds this text; a window of 24 rows has no room for both.
  const shown = Object.entries(fields?.(data) ?? {}).filter(([, value]) => !isDrawn || value !== text);
  out.record(data, Object.fromEntries(shown));
}

export function dropUnset<Fields extends object>(fields: Fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
