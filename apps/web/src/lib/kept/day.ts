import { isAway } from '../api-error.ts';
import { tokens } from '../tokens.ts';
import { readRow, readRows, encryptValue, decryptValue, writeRow } from './box.ts';
import { holding, isFresh } from './holder.ts';

const idOf = (owner: string, name: string) => `${owner} ${name}`;

/** Keeps an answer under a name, sealed. */
export async function keepAnswer(name: string, value: unknown): Promise<void> {
  const holder = holding();
  if (holder === null) return;
  const id = idOf(holder.owner, name);
  const at = Date.now();
  const encrypted = await encryptValue(holder.key, id, value);
  await writeRow('day', { id, owner: holder.owner, at, sealed: encrypted });
}

/** What was kept under a name, and when; null where nothing was. */
async function keptAnswer(name: string): Promise<{ at: number; value: unknown } | null> {
  const holder = holding();
  const row = holder && (await readRow('day', idOf(holder.owner, name)).catch(() => undefined));
  if (!holder || !row || !isFresh(row.at)) return null;
  return { at: row.at, value: await decryptValue(holder.key, row.id, row.sealed) };
}

/** Asks, and keeps the answer; without a network, or without a session, answers what was kept, and tells since when. */
export async function askKept<T>(name: string, ask: () => Promise<T>, told?: (keptAt: number) => void): Promise<T> {
  const kept = async () => {
    const found = await keptAnswer(name);
    if (found) told?.(found.at);
    // Kept by this very function under this very name.
    return found && (found.value as T);
  };
  if (tokens() === null) {
    const found = await kept();
    if (found !== null) return found;
  }
  try {
    const answer = await ask();
    void keepAnswer(name, answer).catch(() => undefined);
    return answer;
  } catch (error) {
    const found = isAway(error) ? await kept() : null;
    if (found === null) throw error;
    return found;
  }
}

/** Everything that was kept under names with these beginnings, a list for each, the last first. */
export async function keptLists(beginnings: readonly string[]): Promise<unknown[][]> {
  const holder = holding();
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
