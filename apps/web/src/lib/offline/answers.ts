import { isAway } from '../api-error.ts';
import { tokens } from '../tokens.ts';
import { readRow, readRows, encryptValue, decryptValue, writeRow } from './store.ts';
import { currentOwner, isFresh } from './owner.ts';

const idOf = (owner: string, name: string) => `${owner} ${name}`;

export async function storeAnswer(name: string, value: unknown): Promise<void> {
  const holder = currentOwner();
  if (holder === null) return;
  const id = idOf(holder.owner, name);
  const at = Date.now();
  const encrypted = await encryptValue(holder.key, id, value);
  await writeRow('day', { id, owner: holder.owner, at, sealed: encrypted });
}

/** Reads a stored response and the time it was stored; null when there is none. */
async function readStoredAnswer(name: string): Promise<{ at: number; value: unknown } | null> {
  const holder = currentOwner();
  const row = holder && (await readRow('day', idOf(holder.owner, name)).catch(() => undefined));
  if (!holder || !row || !isFresh(row.at)) return null;
  return { at: row.at, value: await decryptValue(holder.key, row.id, row.sealed) };
}

/**
 * Calls the server and stores the response. Without a network or session it returns the stored response and passes its
 * time to `onStored`.
 */
export async function fetchOrStored<T>(
  name: string,
  ask: () => Promise<T>,
  onStored?: (keptAt: number) => void,
): Promise<T> {
  const readStored = async () => {
    const storedAnswer = await readStoredAnswer(name);
    if (storedAnswer) onStored?.(storedAnswer.at);
    // The cast is safe: this function stored the value under this name.
    return storedAnswer && (storedAnswer.value as T);
  };
  if (tokens() === null) {
    const storedAnswer = await readStored();
    if (storedAnswer !== null) return storedAnswer;
  }
  try {
    const answer = await ask();
    void storeAnswer(name, answer).catch(() => undefined);
    return answer;
  } catch (error) {
    const storedAnswer = isAway(error) ? await readStored() : null;
    if (storedAnswer === null) throw error;
    return storedAnswer;
  }
}

export async function readStoredLists(beginnings: readonly string[]): Promise<unknown[][]> {
  const holder = currentOwner();
  const all = holder === null ? [] : (await readRows('day', holder.owner)).filter(({ at }) => isFresh(at));
  return Promise.all(
    beginnings.map((beginning) =>
      Promise.all(
        all
          .filter(({ owner, id }) => id.startsWith(idOf(owner, beginning)))
          .sort((one, other) => other.at - one.at)
          .map(({ id, sealed: encrypted }) => holder && decryptValue(holder.key, id, encrypted)),
      ),
    ),
  );
}
