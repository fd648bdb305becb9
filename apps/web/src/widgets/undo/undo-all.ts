import { isOutdated } from '#lib/api-error.ts';

/**
 * Undoes several actions in sequence. Skips and counts records that another user has changed since. Returns a message
 * about the skipped records; undefined if there are none.
 */
export async function takeBackAll(backs: readonly (() => Promise<unknown>)[]): Promise<string | undefined> {
  let skipped = 0;
  for (const back of backs)
    try {
      await back();
    } catch (error) {
      if (!(error instanceof Error) || !isOutdated(error)) throw error;
      skipped += 1;
    }
  if (skipped === 0) return undefined;
  const rest = backs.length - skipped;
  return `${skipped} 条之后又被他人修改，没有撤销${rest > 0 ? `；其余 ${rest} 条已撤销` : ''}`;
}
