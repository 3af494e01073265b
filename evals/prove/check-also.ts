import { join } from 'node:path';
import type { AlsoCheck } from '../gate/run-checks.ts';
import type { StoreName } from '../run/adapters.ts';
import { type Checked, type Checking, caseOf } from './check.ts';
import { compareAnswers, differenceText } from './compare-answers.ts';
import { landAgain } from './land-again.ts';

/**
 * `--also STORE` (evaluate.md 21.5): every call of the run to two stores, answers compared as canonical JSON with
 * their terms. Ends at the first byte that differs. Rejects with what landing into the second store rejects with.
 */
export async function checkAlso(checking: Checking, also: StoreName): Promise<Checked<AlsoCheck>> {
  const { prepared, progress, folder, context } = checking;
  const { adapters, store } = prepared.request;
  const stores: AlsoCheck['stores'] = [store.adapter, also];
  const [ours, theirs] = [await adapters[store.adapter](), await adapters[also]()];
  let answers = 0;
  let done = 0;
  const told = (cases: number) => {
    done += cases;
    progress(done, prepared.selected.cases.length);
  };
  progress(0, prepared.selected.cases.length);
  for (const [i, ofRun] of prepared.corpora.entries()) {
    context.signal.throwIfAborted();
    const here = await landAgain(checking, ofRun, ours, join(folder, `also-${i + 1}-here`));
    try {
      const there = await landAgain(checking, ofRun, theirs, join(folder, `also-${i + 1}-there`));
      try {
        const compared = await compareAnswers(here, there, ofRun.cases, checking, told);
        answers += compared.answers;
        if (compared.difference !== null) {
          const { loaded, found } = compared.difference;
          const message = `${stores[0]} and ${stores[1]} differ on ${differenceText(found)}`;
          return {
            result: { stores, answers, difference: found },
            findings: [{ check: 'also', message, case: caseOf(loaded) }],
          };
        }
      } finally {
        await there.close();
      }
    } finally {
      await here.close();
    }
  }
  return { result: { stores, answers, difference: null }, findings: [] };
}
