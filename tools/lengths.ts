// Limits files to 400 lines. Tables of calls, fixtures, data and lists of modules may be longer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, report, treeRoot } from './source.ts';

const gate = 400;
const counted = /\.(tsx?|m?js|css)$/;
const lists = /^packages\/contract\/src\/(http\/|all-modules\.ts$)|\/(fixtures|data)\//;

export const checkLengths = (root: string): string[] =>
  listFiles(root)
    .filter((path) => counted.test(path) && !lists.test(path))
    .flatMap((path) => {
      const { length } = readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
      return length > gate ? [`${path}: ${length} lines of at most ${gate}`] : [];
    });

if (import.meta.main) report('lengths', checkLengths(treeRoot()));
