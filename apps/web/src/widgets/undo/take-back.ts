import { isOutdated } from '#lib/api-error.ts';

/**
 * Takes several acts back, one after another: what somebody else changed since stays, and is counted. Answers what is to
 * be said of that; nothing where all was taken back.
 */
export async function takeBackAll(backs: readonly (() => Promise<unknown>)[]): Promise<string | undefined> {
  let kept = 0;
  for (const back of backs)
    try {
      await back();
    } catch (error) {
      if (!(error instanceof Error) || !isOutdated(error)) throw error;
      kept += 1;
    }
  if (kept === 0) return undefined;
  const rest = backs.length - kept;
  return `${kept} 条之后又被他人修改，没有撤销${rest > 0 ? `；其余 ${rest} 条已撤销` : ''}`;
}
