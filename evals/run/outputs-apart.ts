import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../core/shown-path.ts';
import { refuse } from '../../spec/refusals.ts';
import { sidecarPath } from '../gate/sidecar-path.ts';
import type { PreparedRun } from './prepare.ts';
import type { EvaluationRequest } from './request.ts';

type Inputs = Pick<PreparedRun, 'request' | 'set' | 'corpora'>;
/** path: absolute, or relative to the working directory. */
export type NamedFile = { readonly name: string; readonly path: string };
type Located = NamedFile & { readonly place: string };

/**
 * No output of a run may replace what it reads or another output: a mistyped `--report evals/cases/a.jsonl` would
 * cost the cases. Refuses UsageConflict (2).
 */
export function requireOutputsApart(inputs: Inputs, cwd: string): Promise<void> {
  const folders = inputs.corpora.map(({ corpus: { name, dir } }) => ({ name: `in corpus ${name}`, dir }));
  return requireApart({ read: filesRead(inputs), written: filesWritten(inputs.request), folders }, cwd);
}

/** The same of any files. folders: nothing may be written into them; by their real absolute paths. */
export async function requireApart(
  files: {
    readonly read: readonly NamedFile[];
    readonly written: readonly NamedFile[];
    readonly folders?: readonly { readonly name: string; readonly dir: string }[];
  },
  cwd: string,
): Promise<void> {
  const locate = (named: readonly NamedFile[]) => Promise.all(named.map(file => located(file, cwd)));
  const taken: Located[] = await locate(files.read);
  for (const output of await locate(files.written)) {
    const other =
      taken.find(({ place }) => place === output.place) ??
      files.folders?.find(({ dir }) => isInside(output.place, dir));
    if (other !== undefined) throw clash(output, other.name);
    if (!(await isDevice(output.place))) taken.push(output);
  }
}

function filesRead({ request, set }: Inputs): readonly NamedFile[] {
  const { baseline, credential, root } = request;
  return [
    ...set.files.map(({ path }) => ({ name: 'a case file', path })),
    { name: "the project's configuration", path: join(root, 'contextful.toml') },
    ...(baseline === null
      ? []
      : [
          { name: 'the baseline', path: baseline },
          { name: "the baseline's case figures", path: sidecarPath(baseline) },
        ]),
    ...(credential.publicKeyFile === null
      ? []
      : [{ name: 'the public key', path: credential.publicKeyFile }]),
  ];
}

/** The files that a run was asked to write. */
export function filesWritten({
  checkpoint,
  report,
  outputs,
  trecOut,
}: EvaluationRequest): readonly NamedFile[] {
  return [
    ...(checkpoint === null ? [] : [{ name: '--checkpoint', path: checkpoint }]),
    ...(report === null ? [] : [{ name: '--report', path: report }]),
    ...outputs.map(({ file }) => ({ name: '--format', path: file })),
    ...(trecOut === null ? [] : [{ name: '--trec-out', path: trecOut }]),
  ];
}

/** The file that a name means in the end; of one that is not there yet, its folder is. */
async function located({ name, path }: NamedFile, cwd: string): Promise<Located> {
  const whole = resolve(cwd, path);
  const below = async () => join(await realpath(dirname(whole)).catch(() => dirname(whole)), basename(whole));
  return { name, path, place: await realpath(whole).catch(below) };
}

/** `/dev/null` takes any number of outputs. */
async function isDevice(place: string): Promise<boolean> {
  const stats = await stat(place).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function clash(output: NamedFile, other: string) {
  return refuse('UsageConflict', {
    message: `\`${output.name}\` can not write ${output.path}: it is ${other}`,
    found: output.path,
    want: 'a file of its own, apart from what the run reads',
    hint: `give ${output.name} another path`,
    facts: { flags: [output.name] },
  });
}
