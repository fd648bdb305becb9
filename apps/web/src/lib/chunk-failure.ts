/** How a part of the page that could not be fetched is called in logs (ER-06). */
export type ChunkFailure = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED';

const script = /ChunkLoadError|dynamically imported module|Importing a module script failed|error loading dynamically/i;
const style = /CSS_CHUNK_LOAD_FAILED|Unable to preload CSS/i;

/** Whether what was thrown says that a part of the page did not come, and which kind; null when it says something else. */
export function chunkFailure(thrown: unknown): ChunkFailure | null {
  if (!(thrown instanceof Error)) return null;
  const words = `${thrown.name}: ${thrown.message}`;
  if (style.test(words)) return 'CSS_CHUNK_LOAD_FAILED';
  return script.test(words) ? 'ChunkLoadError' : null;
}
