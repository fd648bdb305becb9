import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { regionAncestors, regionLevel } from '@anlan/contract/domain/region-code';
import { newId } from '#kernel/ids.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { divisionRows, putDivisions, type Division } from './store.ts';

const dictionaries = z.object({
  dictionaries: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      edit: z.enum(['fixed', 'platform', 'tenant']),
      items: z.array(
        z.object({
          code: z.string(),
          label: z.string(),
          color: z.nullish(z.string()),
          value: z.string(),
          sort: z.int(),
        }),
      ),
    }),
  ),
});

const fileOf = (name: string) => new URL(`../../../data/${name}`, import.meta.url);
const data = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'));
export const divisionsFile = fileOf('regions.json');

export async function seedDictionaries(tx: Tx) {
  const tenant_id = tx.scope.tenantId;
  const listed = z
    .parse(dictionaries, data('dictionaries.json'))
    .dictionaries.map((entry) => ({ ...entry, id: newId() }));
  await insertAll(
    tx,
    'dictionary',
    listed.map(({ id, type, label, edit }) => ({ tenant_id, id, type, label, edit })),
  );
  await insertAll(
    tx,
    'dictionary_item',
    listed.flatMap((entry) =>
      entry.items.map((item) => ({
        tenant_id,
        id: newId(),
        dict_id: entry.id,
        type: entry.type,
        code: item.code,
        value: item.value,
        label: item.label,
        description: null,
        sort: item.sort,
        color: item.color ?? null,
        // Exactly one of the two grey mode items is enabled.
        enabled: entry.type !== 'grey' || item.value === 'false',
      })),
    ),
  );
}

const ended = z.object({ abolished: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])) });

const listed = z.object({
  rows: z.array(z.tuple([z.string(), z.string(), z.nullable(z.string()), z.int(), z.string()])),
});

function divisions(tenant_id: string): Division[] {
  const { rows } = z.parse(listed, data('regions.json'));
  const names = new Map(rows.map(([code, name, parent]) => [code, { name, parent }]));
  const parents = new Set(rows.map(([, , parent]) => parent));
  const path = (code: string | null): string[] => {
    const entry = code === null ? undefined : names.get(code);
    return entry ? [...path(entry.parent), entry.name] : [];
  };
  const inForce = rows.map(([code, name, parent, level, pinyin]) => ({
    tenant_id,
    code,
    name,
    parent,
    level,
    leaf: !parents.has(code),
    pinyin,
    path: path(code).join(' / '),
    valid_to: null,
    replacement: null,
  }));
  const over = z.parse(ended, data('regions.json')).abolished.map(([code, name, replacement, validTo]) => {
    const parent = regionAncestors(code).findLast((upper) => names.has(upper)) ?? null;
    return {
      tenant_id,
      code,
      name,
      parent,
      level: regionLevel(code),
      leaf: true,
      pinyin: '',
      path: [...path(parent), name].join(' / '),
      valid_to: validTo,
      replacement,
    };
  });
  return [...inForce, ...over];
}

export async function updateDivisions(tx: Tx): Promise<number> {
  const facts = ({ code, name, parent, level, leaf, pinyin, path, valid_to, replacement }: Division) =>
    JSON.stringify([code, name, parent, level, leaf, pinyin, path, valid_to, replacement]);
  const currentDivisions = new Set((await divisionRows(tx)).map(facts));
  const changed = divisions(tx.scope.tenantId).filter((row) => !currentDivisions.has(facts(row)));
  await putDivisions(tx, changed);
  return changed.length;
}

export async function seedCodes(tx: Tx) {
  const tenant_id = tx.scope.tenantId;
  await insertAll(tx, 'region', divisions(tenant_id));
  await insertAll(
    tx,
    'industry',
    z.parse(listed, data('industries.json')).rows.map(([code, name, parent, , pinyin]) => ({
      tenant_id,
      code,
      parent,
      name,
      pinyin,
    })),
  );
}
