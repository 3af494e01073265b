import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { refuse } from '../../spec/refusals.ts';
import { sidecarPath } from '../gate/sidecar.ts';
import type { PreparedRun } from './prepare.ts';

type Inputs = Pick<PreparedRun, 'request' | 'set' | 'corpora'>;
type Named = { readonly name: string; readonly path: string };
type Located = Named & { readonly place: string };

/**
 * No output may replace what the run reads or another output: a mistyped `--report evals/cases/a.jsonl` would cost the
 * cases. Refuses UsageConflict (2).
 */
export async function requireOutputsApart(inputs: Inputs, cwd: string): Promise<void> {
  const locate = (files: readonly Named[]) => Promise.all(files.map(file => located(file, cwd)));
  const taken: Located[] = await locate(filesRead(inputs));
  const corpora = inputs.corpora.map(({ corpus: { name, dir } }) => ({ name: `in corpus ${name}`, dir }));
  for (const output of await locate(filesWritten(inputs))) {
    const other =
      taken.find(({ place }) => place === output.place) ??
      corpora.find(({ dir }) => output.place === dir || output.place.startsWith(dir + sep));
    if (other !== undefined) throw clash(output, other.name);
    if (!(await isDevice(output.place))) taken.push(output);
  }
}

function filesRead({ request, set }: Inputs): readonly Named[] {
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

function filesWritten({ request: { checkpoint, report, outputs, trecOut } }: Inputs): readonly Named[] {
  return [
    ...(checkpoint === null ? [] : [{ name: '--checkpoint', path: checkpoint }]),
    ...(report === null ? [] : [{ name: '--report', path: report }]),
    ...outputs.map(({ file }) => ({ name: '--format', path: file })),
    ...(trecOut === null ? [] : [{ name: '--trec-out', path: trecOut }]),
  ];
}

/** The file that a name means in the end; of one that is not there yet, its folder is. */
async function located({ name, path }: Named, cwd: string): Promise<Located> {
  const whole = resolve(cwd, path);
  const below = async () => join(await realpath(dirname(whole)).catch(() => dirname(whole)), basename(whole));
  return { name, path, place: await realpath(whole).catch(below) };
}

/** `/dev/null` takes any number of outputs. */
async function isDevice(place: string): Promise<boolean> {
  const stats = await stat(place).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function clash(output: Named, other: string) {
  return refuse('UsageConflict', {
    message: `\`${output.name}\` can not write ${output.path}: it is ${other}`,
    found: output.path,
    want: 'a file of its own, apart from what the run reads',
    hint: `give ${output.name} another path`,
    facts: { flags: [output.name] },
  });
}
