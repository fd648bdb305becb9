import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, matchesGlob, posix, relative, sep } from 'node:path';
import { parseSync, Visitor, type ParseResult } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';

export interface Import {
  specifier: string;
  /**
   * Imported file as a path from the root, or the name of a package or builtin module; null when it cannot be resolved.
   */
  target: string | null;
  typeOnly: boolean;
  lazy: boolean;
  line: number;
}

export interface SourceFile {
  path: string;
  text: string;
  parsed: ParseResult;
  imports: Import[];
}

const skipped = new Set(['node_modules', 'dist', 'data', 'artifacts', '.git', 'look']);
const code = /\.(ts|tsx|mts|js|mjs|jsx)$/;

/** Lists the handwritten files of a folder, as paths from the root. */
export function listFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(root, path);
      return entry.isFile() ? [path] : [];
    });
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const resolver = new ResolverFactory({
  conditionNames: ['node', 'import', 'types'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  builtinModules: true,
});

function resolveTarget(root: string, from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '');
  const own = /^[.#/]/.test(bare) || bare.startsWith('@anlan/');
  if (!own) return bare;
  const resolvedPath = resolver.sync(dirname(join(root, from)), bare).path;
  if (!resolvedPath) return null;
  const path = relative(root, resolvedPath).split(sep).join('/');
  return path.startsWith('..') || path.includes('node_modules/') ? bare : path;
}

function importsOf(root: string, path: string, text: string, parsed: ParseResult, all: string[]): Import[] {
  const foundImports: Import[] = [];
  const push = (item: Import) => {
    const { specifier, target, typeOnly, lazy } = item;
    const same = (other: Import) => other.specifier === specifier && other.target === target;
    if (!foundImports.some((other) => same(other) && other.typeOnly === typeOnly && other.lazy === lazy))
      foundImports.push(item);
  };
  const add = (specifier: string, start: number, typeOnly: boolean, lazy: boolean) =>
    push({ specifier, target: resolveTarget(root, path, specifier), typeOnly, lazy, line: lineAt(text, start) });
  const { module } = parsed;
  for (const { moduleRequest, entries, start } of module.staticImports)
    add(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType), false);
  for (const { entries, start } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, start, isType, false);
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^(['"`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2] !== undefined) add(literal[2], start, false, true);
  }
  if (!/import\s*\(|\.glob\b|require/.test(text)) return foundImports;
  new Visitor({
    TSImportType(node) {
      add(node.source.value, node.start, true, false);
    },
    CallExpression(node) {
      const called = text.slice(node.callee.start, node.callee.end);
      const eager = /eager:\s*true/.test(text.slice(node.start, node.end));
      if (called === 'require' || called === 'require.resolve') {
        const [wanted] = node.arguments;
        if (wanted?.type === 'Literal' && typeof wanted.value === 'string') add(wanted.value, node.start, false, true);
      }
      if (called !== 'import.meta.glob') return;
      for (const pattern of globPatterns(text.slice(node.start, node.end))) {
        const glob = pattern.startsWith('.') ? posix.join(posix.dirname(path), pattern) : pattern.replace(/^\//, '');
        for (const target of all)
          if (matchesGlob(target, glob))
            push({ specifier: pattern, target, typeOnly: false, lazy: !eager, line: lineAt(text, node.start) });
      }
    },
  }).visit(parsed.program);
  return foundImports;
}

const globPatterns = (call: string) =>
  [...call.matchAll(/(['"`])([./#][^'"`]*[*][^'"`]*)\1/g)].map((match) => match[2] ?? '').filter(Boolean);

export function readTree(folder: string): SourceFile[] {
  resolver.clearCache();
  const root = realpathSync(folder);
  const all = listFiles(root);
  return all
    .filter((path) => code.test(path) && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const parsed = parseSync(path, text);
      return { path, text, parsed, imports: importsOf(root, path, text, parsed, all) };
    });
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

export function report(name: string, findings: string[]): void {
  for (const finding of findings) console.error(finding);
  console.log(`${name}: ${findings.length === 0 ? 'none' : findings.length} found`);
  if (findings.length > 0) process.exitCode = 1;
}

export const treeRoot = (argument = process.argv[2]): string =>
  argument && existsSync(argument) ? argument : join(import.meta.dirname, '..');
