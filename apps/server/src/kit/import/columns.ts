// Columns of an import for the current user: cell readers with the names of codes, hints and choices.
import type { FieldSpec } from '@anlan/contract/kit/field';
import { importedFields } from '@anlan/contract/kit/import';
import { snakeCase } from '@anlan/contract/kit/resource';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { maskOf } from '../encryption.ts';
import type { Kit } from '../ports.ts';
import type { AnyResource } from '../table.ts';
import { industryFinder, itemFinder, regionFinder, type Finder } from './find-codes.ts';
import { codesAmong } from './region-code-store.ts';
import { fieldReader } from './read-fields.ts';
import { columnLayoutOf, type FileColumn } from './sheets.ts';

export interface ImportColumn extends FileColumn {
  readonly spec: FieldSpec;
}

type Deps = Pick<Kit, 'dictionaries' | 'references'>;
type Listed = Pick<AnyResource, 'fields' | 'table'>;

/**
 * Fields that an import may fill. A reference is included only when the text of a cell can identify the referenced
 * row.
 */
const fieldsOf = ({ fields }: Listed, { references }: Deps) =>
  importedFields({ fields }).filter(([, { refersTo }]) => refersTo === undefined || references[refersTo]?.named);

export function headingsOf(resource: Listed, deps: Deps, scope: Scope) {
  const fields = fieldsOf(resource, deps);
  return {
    wanted: fields.map(([key, { label }]) => [key, label] as const),
    required: new Set(
      fields.flatMap(([key, { required, own }]) => (required || (own && scope.enterpriseId === null) ? [key] : [])),
    ),
  };
}

export async function columnsOf(resource: Listed, deps: Deps, tx: Tx): Promise<ImportColumn[]> {
  const { dictionaries } = deps;
  const { required } = headingsOf(resource, deps, tx.scope);
  const columns: ImportColumn[] = [];
  for (const [key, spec] of fieldsOf(resource, deps)) {
    let find: Finder | undefined;
    let choices: readonly string[] = [];
    if (spec.kind === 'region')
      find = regionFinder(
        await dictionaries.regionPaths(),
        await dictionaries.endedRegions(),
        await codesAmong(tx, resource.table, spec.column ?? snakeCase(key)),
      );
    else if (spec.kind === 'industry') {
      const names = await dictionaries.industryNames();
      find = industryFinder(names);
      choices = [...names].map(([code, name]) => `${code} ${name}`);
    } else if (spec.kind === 'boolean') choices = ['是', '否'];
    else if (spec.dictionary || spec.values) {
      const fixed = spec.values?.map((value) => spec.codes?.[value] ?? value);
      const items = spec.dictionary
        ? (await dictionaries.itemsOf(tx, spec.dictionary)).filter(({ enabled }) => enabled)
        : (fixed ?? []).map((value) => ({ code: value, value, label: spec.words?.[value] ?? value }));
      const offered = items.filter(({ value }) => fixed === undefined || fixed.includes(value));
      // The row stores the item's value. A cell may contain its label, code or value.
      find = itemFinder(offered.map(({ code, value, label }) => ({ code: value, value: code, label })));
      choices = offered.map(({ label }) => label);
    }
    const schemas = resource.fields[key]?.schemas;
    if (schemas)
      columns.push({
        key,
        label: spec.label,
        spec,
        required: required.has(key),
        mask: spec.encrypted ? maskOf : undefined,
        read: fieldReader(spec, schemas, find),
        ...columnLayoutOf(spec, choices),
      });
  }
  return columns;
}
