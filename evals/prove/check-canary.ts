import { join } from 'node:path';
import { type Nanoseconds, NS_PER_DAY } from '../../core/time.ts';
import type { LoadedCase } from '../case/types.ts';
import { CANARY_KINDS, type CanaryCheck, type CanaryKind } from '../gate/run-checks.ts';
import type { CorpusOfRun } from '../run/corpora.ts';
import { boundsOf } from '../run/ranked-calls.ts';
import type { Store } from '../store/port.ts';
import { callSettings } from './ask-cases.ts';
import type { Bait } from './canary-rows.ts';
import { withCanaries } from './canary-store.ts';
import { type Checked, type Checking, caseOf } from './check.ts';
import { type Comparison, compareAnswers, differenceText } from './compare-answers.ts';
import { absentForbidden } from './forbidden-absent.ts';
import { landAgain } from './land-again.ts';

/** Canaries per table and kind; each holds the words of its share of the questions. */
const MOST_BAITS = 20;

type Landed = { [kind in CanaryKind]: number };

/**
 * `--canary` (evaluate.md 21.2): copies of visible rows that this session must not see, with the words of the
 * questions, land beside the rows; every answer must keep every byte. Bounded cases are asked once more beside rows
 * of the future. Says too which forbidden rows no session gets into its top k.
 */
export async function checkCanary(checking: Checking): Promise<Checked<CanaryCheck>> {
  const { prepared, progress, context } = checking;
  const landed: Landed = { withheld: 0, foreign_zone: 0, future: 0 };
  const forbidden_absent: CanaryCheck['forbidden_absent'][number][] = [];
  const { cases } = prepared.selected;
  let answers = 0;
  let done = 0;
  progress(0, cases.length);
  for (const [i, ofRun] of prepared.corpora.entries()) {
    context.signal.throwIfAborted();
    const compared = await compareCorpus(checking, ofRun, `canary-${i + 1}`, landed);
    answers += compared.answers;
    if (compared.difference !== null) {
      const { loaded, found, canaries } = compared.difference;
      const message = `${canaries} rows move an answer, ${differenceText(found)}`;
      return {
        result: { landed, answers, difference: { ...found, canaries }, forbidden_absent },
        findings: [{ check: 'canary', message, case: caseOf(loaded) }],
      };
    }
    forbidden_absent.push(...(await absentForbidden(checking, ofRun, `forbidden-${i + 1}`)));
    done += ofRun.cases.length;
    progress(done, cases.length);
  }
  return { result: { landed, answers, difference: null, forbidden_absent }, findings: [] };
}

type Compared = {
  readonly answers: number;
  readonly difference: (NonNullable<Comparison['difference']> & { readonly canaries: string }) | null;
};

async function compareCorpus(
  checking: Checking,
  ofRun: CorpusOfRun,
  name: string,
  landed: Landed,
): Promise<Compared> {
  const { request } = checking.prepared;
  const adapter = await request.adapters[request.store.adapter]();
  const without = await landAgain(checking, ofRun, adapter, join(checking.folder, `${name}-without`));
  try {
    let answers = 0;
    for (const { kinds, cases } of passesOf(ofRun)) {
      const store = await landBaited(
        checking,
        ofRun,
        kinds,
        join(checking.folder, `${name}-${kinds[0]}`),
        landed,
      );
      try {
        const compared = await compareAnswers(without, store, cases, checking, () => {});
        answers += compared.answers;
        if (compared.difference !== null) {
          return {
            answers,
            difference: { ...compared.difference, canaries: kinds.map(kindText).join(' or ') },
          };
        }
      } finally {
        await store.close();
      }
    }
    return { answers, difference: null };
  } finally {
    await without.close();
  }
}

type Pass = { readonly kinds: readonly CanaryKind[]; readonly cases: readonly LoadedCase[] };

/** A row of the future is a visible row to a read without a bound. */
function passesOf({ cases }: CorpusOfRun): readonly Pass[] {
  const bounded = cases.filter(({ case: { bounds } }) => bounds?.available_as_of ?? bounds?.valid_as_of);
  const passes: readonly Pass[] = [
    { kinds: CANARY_KINDS.filter(kind => kind !== 'future'), cases },
    { kinds: ['future'], cases: bounded },
  ];
  return passes.filter(pass => pass.cases.length > 0);
}

async function landBaited(
  checking: Checking,
  ofRun: CorpusOfRun,
  kinds: readonly CanaryKind[],
  scratch: string,
  landed: Landed,
): Promise<Store> {
  const { request, session, defaultRows } = checking.prepared;
  const adapter = withCanaries(await request.adapters[request.store.adapter](), {
    session,
    defaultRows,
    kinds,
    baits: baitsOf(checking, ofRun.cases),
    after: afterBounds(ofRun.cases),
    landed: (kind, rows) => {
      landed[kind] += rows;
    },
  });
  return landAgain(checking, ofRun, adapter, scratch);
}

function kindText(kind: CanaryKind): string {
  return kind.replace('_', '-');
}

/** The questions in equal shares; a share's vector is that of its first question. */
function baitsOf({ prepared }: Checking, cases: readonly LoadedCase[]): readonly Bait[] {
  const { embed } = callSettings(prepared);
  const asked = new Map(cases.map(({ case: evalCase }) => [evalCase.question, evalCase.query_embedding]));
  const questions = [...asked];
  const share = Math.ceil(questions.length / MOST_BAITS);
  return Array.from({ length: Math.ceil(questions.length / share) }, (_, i) => {
    const own = questions.slice(i * share, (i + 1) * share);
    const [question = '', vector = null] = own[0] ?? [];
    return {
      words: own.map(([text]) => text).join('\n'),
      vector: vector === null ? embed(question) : Float32Array.from(vector),
    };
  });
}

/** A day after the last bound of the cases. */
function afterBounds(cases: readonly LoadedCase[]): Nanoseconds | null {
  let last: Nanoseconds | null = null;
  for (const { case: evalCase } of cases) {
    const { availableAsOf, validAsOf } = boundsOf(evalCase);
    for (const bound of [availableAsOf, validAsOf]) {
      if (bound !== null && (last === null || bound > last)) last = bound;
    }
  }
  return last === null ? null : last + NS_PER_DAY;
}
