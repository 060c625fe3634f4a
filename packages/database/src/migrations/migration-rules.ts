import type { Migration } from './migration-files.ts';

/** Statements without comments, one line each, in lower case. */
function listStatements(script: string): string[] {
  const code = script.replaceAll(/--[^\n]*/g, '').replaceAll(/\/\*[^]*?\*\//g, '');
  return code
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

const plain = (name: string): string => name.replaceAll('"', '');
const createTable = /^create table (?:if not exists )?("?[\w.]+"?)/;
const createIndex = /^create (?:unique )?index (?!concurrently).*? on (?:only )?("?[\w.]+"?)/;
const setTimeout = /^set (?:local |session )?lock_timeout (?:=|to) '5s'$/;
const unread = /^-- latchkey: unread since \S+/m;
const volatileDefault =
  /add column [^,]* default (?:gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval)\b/;
const renameTable = /^alter table "?([\w.]+)"? rename to "?(\w+)"?/;
const takesAway =
  /^drop table|^alter table .* (?:drop column|drop (?!constraint|default|not null|trigger)"?\w|rename (?:column|to)|alter column "?\w+"? (?:set data )?type)/;

function isReplaced(statement: string, statements: readonly string[]): boolean {
  const [, old, moved] = renameTable.exec(statement) ?? [];
  return (
    old !== undefined &&
    statements.some((one) => plain(one).replace('( ', '(').startsWith(`create table ${old} (like ${moved},`))
  );
}

/**
 * What is wrong with a migration, as sentences; empty when nothing is. It sets lock_timeout to 5 s first, so that one that
 * waits for a lock does not hold up all who come after it. Indexes of tables that it does not make itself are built
 * CONCURRENTLY, one to a script that begins with `-- latchkey: no transaction`. It adds alone: what a running version
 * reads is dropped one release later, which the script says in a line `-- latchkey: unread since <release>`. A table may
 * be renamed where the script makes one of the old name with the same columns, so that what reads it goes on.
 * Source: contract part 5 "Production".
 */
export function findMigrationFaults({ script, isTransactional }: Migration): string[] {
  const statements = listStatements(script);
  const made = new Set(statements.map((statement) => plain(createTable.exec(statement)?.[1] ?? '')));
  const faults = statements.flatMap((statement) => {
    const indexed = createIndex.exec(statement)?.[1];
    if (indexed !== undefined && !made.has(plain(indexed)))
      return [`The index of ${plain(indexed)} must be built concurrently, in a script of its own.`];
    if (volatileDefault.test(statement)) return ['A default that is made for each row rewrites the table.'];
    if (takesAway.test(statement) && !isReplaced(statement, statements) && !unread.test(script))
      return [`It takes something away without saying since when it is unread: ${statement.slice(0, 60)}`];
    return [];
  });
  // A build that does not block needs no limit, and it can be given none in the same script.
  if (!isTransactional) return statements.length === 1 ? faults : [...faults, 'It must hold one statement.'];
  const isLimited = setTimeout.test(statements[0] ?? '');
  return isLimited ? faults : ["It must begin with SET lock_timeout = '5s'.", ...faults];
}
