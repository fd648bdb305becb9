import { dayOf } from '@anlan/contract/domain/instant';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { hasName, nameKey } from '@anlan/contract/kit/resource';
import { lazy, Suspense, type ReactNode } from 'react';
import { stayInList } from '#ui/list/list-filters.tsx';
import { isEmpty } from '#ui/list/query.ts';
import { valueText } from './cells.tsx';
import { fieldsOf, shortLabel, textOf, type AnyResource, type AnyRow } from './resource.ts';
import type { Use } from './use-resource.ts';
import './filter-chips.css';

const RegionName = lazy(async () => ({ default: (await import('#widgets/region-select.tsx')).RegionName }));
const IndustryName = lazy(async () => ({ default: (await import('#widgets/industry-name.tsx')).IndustryName }));

/** A field that a filter asks for, and which end of its range. */
function fieldOf(of: AnyResource, name: string): { key: string; spec: FieldSpec; end: '' | '起' | '止' } | null {
  for (const [key, spec] of fieldsOf(of)) {
    if (spec.filter === undefined) continue;
    if (spec.filter !== 'range' && key === name) return { key, spec, end: '' };
    if (spec.filter === 'range' && name === `${key}From`) return { key, spec, end: '起' };
    if (spec.filter === 'range' && name === `${key}To`) return { key, spec, end: '止' };
  }
  return null;
}

/** What people call a filter of a list; undefined where there is none of that name. */
export function filterLabel(of: AnyResource, name: string): string | undefined {
  const field = fieldOf(of, name);
  return field ? `${shortLabel(field.spec)}${field.end}` : of.filterLabels[name];
}

interface WordsProps {
  name: string;
  spec: FieldSpec;
  value: unknown;
  end: boolean;
  rows: readonly AnyRow[];
}

/** A filter's value as people read it. */
function Words({ name, spec, value, end, rows }: WordsProps): ReactNode {
  const all = [value].flat();
  if (spec.kind === 'region' || spec.kind === 'industry')
    return all.map((code, at) => (
      <span key={String(code)}>
        {at > 0 && '、'}
        {spec.kind === 'region' ? <RegionName code={String(code)} /> : <IndustryName code={String(code)} />}
      </span>
    ));
  // Every row has what the list is narrowed to, and its name beside it.
  if (hasName(spec))
    return all.map((one) => textOf(rows.find((row) => row[name] === one)?.[nameKey(name)]) || '已选的一项').join('、');
  // The end of a day is the beginning of the next.
  if (value instanceof Date) return dayOf(end ? new Date(value.getTime() - 1000) : value);
  return valueText(spec, value, true);
}

/** What narrows a list beside its tab and its search, in words; each can be removed by itself. */
export function FilterChips({ use: { bound, query, tab, state } }: { use: Use }) {
  const { of } = bound;
  const { filter } = query.input;
  const rows = state.data?.rows ?? [];
  const chips = Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'keyword' || isEmpty(value) || Object.hasOwn(tab?.filter ?? {}, name)) return [];
    const field = fieldOf(of, name);
    if (field)
      return [
        {
          name,
          label: `${shortLabel(field.spec)}${field.end}`,
          words: <Words name={field.key} spec={field.spec} value={value} end={field.end === '止'} rows={rows} />,
        },
      ];
    const label = of.filterLabels[name] ?? (name === 'id' ? `指定的一${of.counter}` : undefined);
    if (label === undefined) return [];
    // Those that are asked with yes say it in their own words.
    if (typeof value === 'boolean') return [{ name, label: value ? label : `不含${label}`, words: null }];
    const code = textOf(value);
    const words =
      name === 'industry' ? (
        <IndustryName code={code} />
      ) : name === 'region' ? (
        [value].flat().map((one, at) => (
          <span key={String(one)}>
            {at > 0 && '、'}
            <RegionName code={String(one)} />
          </span>
        ))
      ) : name === 'year' ? (
        code
      ) : null;
    return [{ name, label, words }];
  });
  if (chips.length === 0) return null;
  return (
    <ul className="kit-chips" aria-label="筛选条件">
      {chips.map(({ name, label, words }) => (
        <li key={name}>
          <span>
            {label}
            {words !== null && (
              <Suspense fallback="：…">
                ：<b>{words}</b>
              </Suspense>
            )}
          </span>
          <button
            type="button"
            aria-label={`去掉筛选${label}`}
            onClick={({ currentTarget }) => {
              stayInList(currentTarget);
              query.setFilter({ [name]: undefined });
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
