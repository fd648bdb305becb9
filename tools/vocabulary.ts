// Checks the names of folders and files: kebab-case, and no vague words (decision 0045).
import { posix } from 'node:path';
import { listFiles, report, treeRoot } from './source.ts';

/** Modules of the page without a server module of the same name: pages of several modules, and second lists. */
const webOnly = ['home', 'info', 'organ', 'training-plan', 'wx-auto-reply', 'wx-quick-reply'];
const vague = /^(utils?|helpers?|common|misc)(\.|$)/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const people = /^(apps|packages|tools|e2e|bench)\//;

function moduleFinding(path: string, [, ...rest]: string[]): string | undefined {
  if (rest.length === 0) return 'a module is a folder';
  return path.endsWith('.ts') ? undefined : 'a module holds only .ts files';
}

function webModuleFinding(
  path: string,
  [module = '', ...rest]: string[],
  modules: readonly string[],
): string | undefined {
  if (rest.length === 0) return 'a module is a folder';
  const isKnown = webOnly.includes(module) || modules.some((name) => module === name || module.startsWith(`${name}-`));
  if (!isKnown) return `no module of the server is called ${module}`;
  return /\.(tsx?|css)$/.test(path) ? undefined : 'a module of the web holds only .ts, .tsx and .css files';
}

function nameFinding(path: string): string | undefined {
  for (const part of path.split('/')) {
    if (vague.test(part)) return 'the name says nothing: call it after the thing it holds';
    const [word = ''] = part.replace(/^[._]+/, '').split('.');
    if (word !== '' && !kebab.test(word) && !/^(README|LICENSE|NOTICE)/.test(word)) return 'names are kebab-case';
  }
  return undefined;
}

export function checkVocabulary(paths: string[]): string[] {
  const modules = paths.flatMap((path) => /^apps\/server\/src\/modules\/([^/]+)\/index\.ts$/.exec(path)?.[1] ?? []);
  return paths
    .filter((path) => people.test(path))
    .flatMap((path) => {
      const parts = path.split('/');
      const floor = posix.join(...parts.slice(0, 4));
      const why =
        nameFinding(path) ??
        (floor === 'apps/server/src/modules' ? moduleFinding(path, parts.slice(4)) : undefined) ??
        (floor === 'apps/web/src/modules' ? webModuleFinding(path, parts.slice(4), modules) : undefined);
      return why ? [`${path}: ${why}`] : [];
    });
}

if (import.meta.main) report('vocabulary', checkVocabulary(listFiles(treeRoot())));
