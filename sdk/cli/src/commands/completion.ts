import { defineCommand, type Command } from '../command.ts';
import { writeCompletion } from '../completion.ts';

const steps = {
  bash: 'To install it, for this shell and the next ones:\n  mkdir -p ~/.local/share/bash-completion/completions\n  latchkey completion bash > ~/.local/share/bash-completion/completions/latchkey\nWithout the package bash-completion, write this in ~/.bashrc:\n  source <(latchkey completion bash)',
  zsh: 'To install it, write this in ~/.zshrc, after compinit:\n  source <(latchkey completion zsh)',
  fish: 'To install it:\n  mkdir -p ~/.config/fish/completions\n  latchkey completion fish > ~/.config/fish/completions/latchkey.fish',
};

/** Commands that print the scripts which complete the commands of the table. */
export function createCompletion(table: () => readonly Command[]): readonly Command[] {
  return (['bash', 'zsh', 'fish'] as const).map((shell) =>
    defineCommand({
      name: `completion ${shell}`,
      summary: `Print the script with which ${shell} completes this command.`,
      details: steps[shell],
      async run({ out }) {
        out.line(writeCompletion(shell, table()));
      },
    }),
  );
}
