import { Refusal } from '../../core/refusal.ts';

/** The refusal that an act throws. Fails where it throws nothing, or anything else. */
export function refusalFrom(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
