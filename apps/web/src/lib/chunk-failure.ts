/** Names under which the log records a failed chunk load (ER-06). */
export type ChunkFailure = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED';

const script = /ChunkLoadError|dynamically imported module|Importing a module script failed|error loading dynamically/i;
const style = /CSS_CHUNK_LOAD_FAILED|Unable to preload CSS/i;

/** Whether an error is a failed chunk load, and of which kind; null for other errors. */
export function chunkFailure(thrown: unknown): ChunkFailure | null {
  if (!(thrown instanceof Error)) return null;
  const words = `${thrown.name}: ${thrown.message}`;
  if (style.test(words)) return 'CSS_CHUNK_LOAD_FAILED';
  return script.test(words) ? 'ChunkLoadError' : null;
}
