import type { Option, Options } from '@latchkey/process/command-line';
import type { Command } from './command.ts';
import { commonOptions } from './options.ts';

/** A point of the command line: what the words typed so far name, and what may follow them. */
interface Place {
  readonly name: string;
  /** The words that lead further, with a sentence about those that name a command. */
  readonly next: ReadonlyMap<string, string>;
  readonly options: Options;
  readonly takesFile: boolean;
  /** Prints the ids that the command takes. What a service sent is cut to the signs of ids: shells would obey others. */
  readonly ids: string | undefined;
}

/** Every group and every command of the table; the first place is the beginning. */
function findPlaces(commands: readonly Command[]): readonly Place[] {
  const names = commands.flatMap(({ name }) => {
    const words = name.split(' ');
    return ['', ...words.map((_, at) => words.slice(0, at + 1).join(' '))];
  });
  return [...new Set(names)].map((name) => {
    const depth = name === '' ? 0 : name.split(' ').length;
    const below = commands.filter((one) => name === '' || one.name.startsWith(`${name} `));
    const next = below.map((one) => {
      const words = one.name.split(' ');
      return [words[depth] ?? '', words.length === depth + 1 ? one.summary : ''] as const;
    });
    // The name of a group calls its list or its view.
    const command = commands.find((one) => [name, `${name} list`, `${name} view`].includes(one.name));
    return {
      name,
      next: new Map(next),
      options: { ...command?.options, ...commonOptions },
      takesFile: command !== undefined && 'file' in command.arguments,
      ids: findIds(commands, command),
    };
  });
}

function findIds(commands: readonly Command[], command: Command | undefined): string | undefined {
  const list = `${command?.name.split(' ').slice(0, -1).join(' ')} list`;
  const isListed = commands.some(({ name }) => name === list);
  if (command === undefined || !isListed || Object.keys(command.arguments)[0] !== 'id') return undefined;
  return `latchkey ${list} --quiet 2>/dev/null | tr -cd 'A-Za-z0-9._~:\\n-'`;
}

/** The part that bash and zsh share: it sets `name`, `next` and `flags` from the words before. */
function writeCases(places: readonly Place[]): string {
  const named = places.filter(({ name }) => name !== '').map(({ name }) => `'${name}'`);
  const ways = places.map(({ name, next, options, ids }) => {
    const flags = Object.keys(options).map((option) => `--${option}`);
    const words = ids === undefined ? `'${[...next.keys()].join(' ')}'` : `$([[ $word == -* ]] || ${ids})`;
    return `    '${name}') next=${words} flags='${flags.join(' ')}' ;;`;
  });
  const choices = places.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { choices: values }]: [string, Option]) =>
      values === undefined ? [] : [`    '${name} --${option}') next='${values.join(' ')}' ;;`],
    ),
  );
  return `    case "\${name:+$name }$one" in
      ${named.join('|')}) name="\${name:+$name }$one" ;;
    esac
  done
  case "$name" in
${ways.join('\n')}
  esac
  case "$name $before" in
${choices.join('\n')}
  esac
  [[ $word == -* ]] && next=$flags`;
}

function writeBash(places: readonly Place[]): string {
  return `# Completion of latchkey for bash.
_latchkey() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} name= one next= flags=
  # Bash takes the sign of --option=value for a word.
  [[ $word == '=' ]] && word=
  [[ $before == '=' ]] && before=\${COMP_WORDS[COMP_CWORD-2]}
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${writeCases(places)}
  COMPREPLY=($(compgen -W "$next" -- "$word"))
}
complete -o default -F _latchkey latchkey`;
}

function writeZsh(places: readonly Place[]): string {
  return `#compdef latchkey
_latchkey() {
  local word before=\${words[CURRENT-1]} name= one next= flags=
  # The value of --option=value is completed as that of --option value.
  compset -P 1 '--*=' && before=\${IPREFIX%=}
  word=$PREFIX
  for one in "\${(@)words[2,CURRENT-1]}"; do
${writeCases(places)}
  if [[ -n $next ]]; then compadd -- \${=next}; else _files; fi
}
# The file of a folder in fpath is the function itself.
if [[ $funcstack[1] == _latchkey ]]; then _latchkey; else compdef _latchkey latchkey; fi`;
}

function writeFish(places: readonly Place[]): string {
  const named = places.filter(({ name }) => name !== '').map(({ name }) => `'${name}'`);
  const lines = places.flatMap(({ name, next, options, takesFile, ids }) => {
    const line = `complete -c latchkey -n '__latchkey_at ${name}'`;
    return [
      ...(takesFile ? [`${line} -F`] : []),
      ...(ids === undefined ? [] : [`${line} -a ${quote(`(${ids})`)}`]),
      ...[...next].map(([word, summary]) => `${line} -a ${word} -d ${quote(summary)}`),
      ...Object.entries(options).map(
        ([option, spec]) => `${line} -l ${option}${writeFishValue(spec)} -d ${quote(spec.summary)}`,
      ),
    ];
  });
  return `# Completion of latchkey for fish.
function __latchkey_at
  set -l name
  for one in (commandline -opc)[2..-1]
    switch "$name $one"
      case ${named.map((name) => (name.includes(' ') ? name : `' ${name.slice(1)}`)).join(' ')}
        set -a name $one
    end
  end
  test "$name" = "$argv"
end
complete -c latchkey -f
${lines.join('\n')}`;
}

function writeFishValue({ type, value, choices }: Option): string {
  if (type === 'flag') return '';
  if (choices !== undefined) return ` -x -a '${choices.join(' ')}'`;
  return value === 'FILE' ? ' -r -F' : ' -x';
}

const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

const writers = { bash: writeBash, zsh: writeZsh, fish: writeFish };

/** A script that completes the commands of the table, their options and the choices of these in a shell. */
export function writeCompletion(shell: keyof typeof writers, commands: readonly Command[]): string {
  return writers[shell](findPlaces(commands));
}
