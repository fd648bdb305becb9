import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countWords } from './plain-words.ts';

test('counts unclear words, names that are participles, and doc blocks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-words-'));
  try {
    writeFileSync(
      join(folder, 'plan.ts'),
      `/** Tells whoever asks. */
export function read({ id: found }: { id: string; said: string }) {
  const text = 'told in a string is not counted';
  return [found, text]; // kept
}
`,
    );
    writeFileSync(join(folder, 'page.md'), 'What stands here.\n');
    const places: string[] = [];
    expect(countWords(folder, (line) => places.push(line))).toEqual({ words: 4, names: 2, docBlocks: 1 });
    expect(places).toHaveLength(4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
