import { dayOf } from '@anlan/contract/domain/instant';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { hasName, nameKey } from '@anlan/contract/kit/resource';
import { lazy, type ReactNode } from 'react';
import { ListChips, type Chip } from '#ui/list/list-chips.tsx';
import type { ListFilter } from '#ui/list/list-filters.tsx';
import { isEmpty } from '#ui/list/query.ts';
import { valueText } from './cells.tsx';
import { filterFieldsOf, shortLabel, textOf, type AnyFilter, type AnyResource } from './resource.ts';

const RegionName = lazy(async () => ({ default: (await import('#widgets/region-select.tsx')).RegionName }));
const IndustryName = lazy(async () => ({ default: (await import('#widgets/industry-name.tsx')).IndustryName }));

function fieldOf(of: AnyResource, name: string): { key: string; spec: FieldSpec; end: '' | '起' | '止' } | null {
  for (const [key, spec] of filterFieldsOf(of)) {
    if (spec.filter !== 'range' && key === name) return { key, spec, end: '' };
    if (spec.filter === 'range' && name === `${key}From`) return { key, spec, end: '起' };
    if (spec.filter === 'range' && name === `${key}To`) return { key, spec, end: '止' };
  }
  return null;
}

export function filterLabel(of: AnyResource, name: string): string | undefined {
  const field = fieldOf(of, name);
  return field ? `${shortLabel(field.spec)}${field.end}` : of.filterLabels[name];
}

interface WordsProps {
  name: string;
  spec: FieldSpec;
  value: unknown;
  end: boolean;
  rows: readonly object[];
}

const held = (row: object, name: string): unknown => Object.entries(row).find(([key]) => key === name)?.[1];

function Words({ name, spec, value, end, rows }: WordsProps): ReactNode {
  const all = [value].flat();
  if (spec.kind === 'region' || spec.kind === 'industry')
    return all.map((code, at) => (
      <span key={String(code)}>
        {at > 0 && '、'}
        {spec.kind === 'region' ? <RegionName code={String(code)} /> : <IndustryName code={String(code)} />}
      </span>
    ));
  // Every row of the filtered list has this value, so the name beside it is read from any row.
  if (hasName(spec))
    return all
      .map((one) => {
        const row = rows.find((each) => held(each, name) === one);
        return (row && textOf(held(row, nameKey(name)))) || '已选的一项';
      })
      .join('、');
  // The end of a day filter is the start of the next day, so one second is subtracted before the day shows.
  if (value instanceof Date) return dayOf(end ? new Date(value.getTime() - 1000) : value);
  return valueText(spec, value, true);
}

interface Props {
  of: AnyResource;
  filter: object;
  besides?: object | undefined;
  rows: readonly object[];
  /** Filters of the page; `words` of a custom filter is the text of its chip. */
  filters?: readonly ListFilter<AnyFilter>[];
  onRemove: (name: string) => void;
}

export function FilterChips({ of, filter, besides = {}, rows, filters = [], onRemove }: Props) {
  const chips = Object.entries<unknown>({ ...filter }).flatMap(([name, value]): Chip[] => {
    if (name === 'keyword' || isEmpty(value) || Object.hasOwn(besides, name)) return [];
    const custom = filters.find((one) => one.name === name);
    if (custom?.words) return [{ name, label: custom.label, words: custom.words(value ?? '') }];
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
    // For a boolean filter the chip shows only the label: 不含 means not included.
    if (typeof value === 'boolean') return [{ name, label: value ? label : `不含${label}`, words: null }];
    const code = textOf(value);
    const words =
      name === 'industry' ? (
        <IndustryName code={code} />
      ) : name === 'region' || name === 'regionOnly' ? (
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
  return <ListChips chips={chips} onRemove={onRemove} />;
}
