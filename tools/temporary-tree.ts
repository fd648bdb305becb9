import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '..');
const manifests = ['packages/contract/package.json', 'apps/server/package.json', 'apps/web/package.json'];

/**
 * Creates a temporary folder with these files and the manifests of the workspaces. It is removed when the test ends.
 */
export function plantedTree(files: Record<string, string>): { root: string; [Symbol.dispose](): void } {
  const root = mkdtempSync(join(tmpdir(), 'anlan-tree-'));
  for (const path of manifests) cpSync(join(repository, path), join(root, path));
  mkdirSync(join(root, 'node_modules/@anlan'), { recursive: true });
  symlinkSync('../../packages/contract', join(root, 'node_modules/@anlan/contract'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
