// What folders and files may be called: names say what a file holds, in kebab-case (decision 0045).
import { posix } from 'node:path';
import { rooms } from './rooms.ts';
import { listFiles, report, treeRoot } from './source.ts';

const featureWords = ['calls', 'state', 'rules'];
const featureFolders = ['screens', 'outside', 'parts'];
/** Web features that no room of the server answers for. */
const webOnly = ['home', 'info', 'organ', 'session-own'];
const vague = /^(utils?|helpers?|common|misc)(\.|$)/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const people = /^(apps|packages|tools|e2e|bench)\//;

function moduleFinding(path: string, [room = '', ...rest]: string[]): string | undefined {
  if (rest.length === 0) return 'a room is a folder';
  if (!rooms.includes(room)) return `no room is called ${room}: see tools/rooms.ts`;
  return path.endsWith('.ts') ? undefined : 'a room holds only .ts files';
}

function featureFinding(path: string, [room = '', ...rest]: string[]): string | undefined {
  if (rest.length === 0) return 'a feature is a folder';
  if (!rooms.includes(room) && !webOnly.includes(room)) return `no room is called ${room}: see tools/rooms.ts`;
  if (/\.test\.tsx?$/.test(path)) return undefined;
  const [first = '', ...more] = rest;
  if (more.length > 0) {
    if (!featureFolders.includes(first)) return `a feature's folder is one of: ${featureFolders.join(' ')}`;
    return /\.(tsx?|css)$/.test(path) ? undefined : 'a feature holds .ts, .tsx and .css files';
  }
  const [word = '', ending = ''] = first.split('.');
  if (word === 'index' && /^tsx?$/.test(ending)) return undefined;
  if (featureWords.includes(word) && ending === 'ts') return undefined;
  return `a feature's file is index.ts(x) or one of: ${featureWords.map((name) => `${name}.ts`).join(' ')}`;
}

function nameFinding(path: string): string | undefined {
  for (const part of path.split('/')) {
    if (vague.test(part)) return 'the name says nothing: call it after the thing it holds';
    const [word = ''] = part.replace(/^[._]+/, '').split('.');
    if (word !== '' && !kebab.test(word) && !/^(README|LICENSE|NOTICE)/.test(word)) return 'names are kebab-case';
  }
  return undefined;
}

/** Every file whose name or place is none of the house's words, one line each. */
export function checkVocabulary(paths: string[]): string[] {
  return paths
    .filter((path) => people.test(path))
    .flatMap((path) => {
      const parts = path.split('/');
      const floor = posix.join(...parts.slice(0, 4));
      const why =
        nameFinding(path) ??
        (floor === 'apps/server/src/modules' ? moduleFinding(path, parts.slice(4)) : undefined) ??
        (floor === 'apps/web/src/features' ? featureFinding(path, parts.slice(4)) : undefined);
      return why ? [`${path}: ${why}`] : [];
    });
}

if (import.meta.main) report('vocabulary', checkVocabulary(listFiles(treeRoot())));
