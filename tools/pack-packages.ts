// Finds the installed packages that a workspace needs in production, from the lock file.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readJson } from './lock.ts';

/** Package paths from the root → paths of the packages that each one needs. */
export type PackageGraph = ReadonlyMap<string, readonly string[]>;

const namesIn = (value: unknown) => Object.keys(Object(value));

/** Finds a package as Node does: in node_modules of the folder and of each parent folder. */
function resolveIn(entries: ReadonlyMap<string, unknown>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name);
    if (entries.has(path)) return path;
    if (folder === '.' || folder === '') return undefined;
  }
}

/** Workspaces are followed and are not part of the answer. Optional packages count only when they are installed. */
export function neededPackages(root: string, workspace: string): PackageGraph {
  const entries = new Map(Object.entries(Object(readJson(join(root, 'package-lock.json'))['packages'])));
  const graph = new Map<string, string[]>();
  const visit = (path: string): string[] => {
    const entry: Record<string, unknown> = Object(entries.get(path));
    if (entry['link'] === true) return visit(String(entry['resolved']));
    const isPackage = path.includes('node_modules/');
    if (graph.has(path)) return [path];
    const needed: string[] = [];
    graph.set(path, needed);
    const optional = new Set([...namesIn(entry['optionalDependencies']), ...namesIn(entry['peerDependenciesMeta'])]);
    const names = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) => namesIn(entry[kind]));
    for (const name of new Set(names)) {
      const target = resolveIn(entries, path, name);
      const isPresent = target !== undefined && existsSync(join(root, target));
      if (isPresent) needed.push(...visit(target));
      else if (!optional.has(name)) throw new Error(`${path} needs ${name}, which is not installed`);
    }
    return isPackage ? [path] : needed;
  };
  visit(workspace);
  return new Map(
    [...graph].filter(([path]) => path.includes('node_modules/')).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
