/** Who plays a block of shell commands: this room, another test, or nobody, for a reason. */
export type Player = { readonly play: true } | { readonly playedBy: string } | { readonly notPlayed: string };

const play = { play: true } as const;
const alone = { notPlayed: 'It starts a service alone, on servers and ports of the reader.' };
const installs = { playedBy: 'e2e/client/readme.test.ts' };
const guide = { playedBy: 'e2e/guides/guides.test.ts' };
const example = (name: string) => [{ playedBy: `e2e/examples/${name}.test.ts` }];

/** The pages with shell commands, and who plays each of their blocks, or all of them. A new block needs an entry here. */
export const pages: Readonly<Record<string, readonly Player[] | Player>> = {
  'README.md': [
    { notPlayed: 'It starts and tests this checkout, on its fixed ports.' },
    { notPlayed: 'It plays on the stack that npm start has started, and removes its data.' },
  ],
  'docs/guides/handing-over-a-secret.md': guide,
  'docs/guides/hearing-what-happened.md': guide,
  'docs/guides/machine-to-machine.md': guide,
  'docs/guides/moving-in.md': { playedBy: 'e2e/guides/moving-in.test.ts' },
  'docs/guides/own-api.md': guide,
  'docs/guides/web-application.md': guide,
  'docs/guides/without-the-library.md': guide,
  'docs/guides/your-own-look.md': guide,
  'docs/operating.md': { playedBy: 'e2e/process/operating.test.ts' },
  'sdk/examples/back-end/README.md': example('back-end'),
  'sdk/examples/command-line/README.md': example('command-line'),
  'sdk/examples/resource-server/README.md': example('resource-server'),
  'sdk/examples/web-app/README.md': example('web-app'),
  'sdk/cli/README.md': [installs, play],
  'sdk/client/README.md': [installs],
  'packages/pagination/README.md': [{ notPlayed: 'It is the line of the client, for another tarball.' }],
  'packages/request-parser/README.md': [{ notPlayed: 'It is the line of the client, for another tarball.' }],
  'sdk/resource-server/README.md': [installs],
  'services/drop/README.md': alone,
  'services/sso/README.md': alone,
  'services/user-api/README.md': alone,
};

/** Lines of the help that this room does not play. */
export const otherHelpLines: Readonly<Record<string, string>> = {
  'source <(latchkey completion zsh)': 'Not every machine has zsh; sdk/cli/src/completion.test.ts has it.',
};
