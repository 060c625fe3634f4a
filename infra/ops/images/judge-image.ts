/** What inspect-image.mjs finds inside an image. */
export interface Found {
  readonly uid: number;
  readonly canWriteRoot: boolean;
  readonly canWriteCode: boolean;
  /** Of all files of /app. */
  readonly megabytes: number;
  /** Package managers on the PATH. */
  readonly programs: readonly string[];
  /** `name@version`. */
  readonly packages: readonly string[];
  /** Files whose names no image should have, and the query compilers. */
  readonly files: readonly string[];
  readonly start:
    | { readonly seconds: number; readonly memoryMegabytes: number; readonly exitCode: number }
    | { readonly failure: string };
}

export interface Wishes {
  /** Whether the engine made the root file system read-only. */
  readonly isReadOnly: boolean;
  /** The packages of the bill of materials, `name@version`. */
  readonly listed: ReadonlySet<string>;
  readonly mostMegabytes: number;
}

const developmentPackage =
  /^(typescript|jest|@jest\/.+|prisma|@prisma\/engines|supertest|oxlint|@types\/.+)@/;
const compiler = /query_compiler_small_bg\.postgresql[^/]*\.mjs$/;

/** What is wrong with an image, a sentence each. */
export function judgeImage(found: Found, wishes: Wishes): string[] {
  const { start } = found;
  const development = found.packages.filter((name) => developmentPackage.test(name));
  const unlisted = found.packages.filter((name) => !wishes.listed.has(name));
  const files = found.files.filter((file) => !compiler.test(file));
  const faults: readonly [boolean, string][] = [
    [found.uid === 0, 'it runs as root'],
    [found.canWriteCode, 'the service may change its own code'],
    [wishes.isReadOnly && found.canWriteRoot, 'its root file system is not read-only'],
    [found.programs.length > 0, `it has package managers: ${found.programs.join(', ')}`],
    [development.length > 0, `it has packages of development: ${development.join(', ')}`],
    [unlisted.length > 0, `its bill of materials lacks ${unlisted.join(', ')}`],
    [files.length > 0, `it has files that no service reads: ${files.join(', ')}`],
    [
      found.megabytes > wishes.mostMegabytes,
      `/app has ${found.megabytes.toFixed(1)} MB, more than ${wishes.mostMegabytes}`,
    ],
    ['failure' in start, `it does not start: ${'failure' in start ? start.failure : ''}`],
    [
      'exitCode' in start && start.exitCode !== 0,
      `it ends with ${'exitCode' in start ? start.exitCode : ''} on SIGTERM`,
    ],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}
