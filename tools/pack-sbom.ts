// Writes the bill of materials of a release: CycloneDX 1.6, JSON.
import { createHash } from 'node:crypto';
import { lockedPackages, type LockedPackage } from './lock.ts';
import { licenceOf } from './licences.ts';
import type { PackageGraph } from './pack-packages.ts';

export interface ReleaseFacts {
  release: string;
  platform: string;
  /** Time of the commit in seconds. */
  time: number;
}

const purlOf = ({ name, version = '' }: LockedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function licencesOf(expression: string) {
  if (expression === 'unknown') return {};
  return { licenses: [/\s/.test(expression) ? { expression } : { license: { id: expression } }] };
}

function componentOf(root: string, item: LockedPackage, parts: readonly string[]) {
  const digest = item.integrity?.startsWith('sha512-')
    ? Buffer.from(item.integrity.slice('sha512-'.length), 'base64').toString('hex')
    : undefined;
  return {
    type: 'library',
    'bom-ref': item.path,
    name: item.name,
    version: item.version,
    purl: purlOf(item),
    ...licencesOf(licenceOf(root, item)),
    ...(digest === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: digest }] }),
    properties: parts.map((value) => ({ name: 'anlan:part', value })),
  };
}

/** `parts`: name of a part of the release → its packages. */
export function sbomOf(root: string, facts: ReleaseFacts, parts: Readonly<Record<string, PackageGraph>>): string {
  const graphs = Object.entries(parts);
  const partsOf = (path: string) => graphs.flatMap(([part, graph]) => (graph.has(path) ? part : []));
  const items = lockedPackages(root).filter(({ path }) => partsOf(path).length > 0);
  const body = {
    version: 1,
    metadata: {
      timestamp: new Date(facts.time * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': 'anlan', name: `anlan-${facts.platform}`, version: facts.release },
    },
    components: items.map((item) => componentOf(root, item, partsOf(item.path))),
    dependencies: items.map(({ path }) => ({
      ref: path,
      dependsOn: [...new Set(graphs.flatMap(([, graph]) => graph.get(path) ?? []))].toSorted(),
    })),
  };
  // The serial number follows from the contents, so that two packs of one commit are equal.
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const serial = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${serial.join('-')}`, ...body };
  return `${JSON.stringify(bom, null, 1)}\n`;
}
