import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

export interface LockedPackage extends LockEntry {
  name: string;
  path: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function readJson(path: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isRecord(value)) throw new Error(`${path} holds no object`);
  return value;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function lockedPackages(root: string): LockedPackage[] {
  const { packages } = readJson(join(root, 'package-lock.json'));
  if (!isRecord(packages)) throw new Error('package-lock.json names no packages');
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (!isRecord(entry) || entry['link'] === true || !path.includes('node_modules/')) return [];
    return {
      path,
      name: text(entry['name']) ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: text(entry['version']),
      integrity: text(entry['integrity']),
      resolved: text(entry['resolved']),
      license: text(entry['license']),
      dev: entry['dev'] === true,
      optional: entry['optional'] === true,
      hasInstallScript: entry['hasInstallScript'] === true,
    };
  });
}
