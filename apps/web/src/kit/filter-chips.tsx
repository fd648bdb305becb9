import { dayOf } from '@anlan/contract/domain/instant';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { hasName, nameKey } from '@anlan/contract/kit/resource';
import { lazy, type ReactNode } from 'react';
import { ListChips, type Chip } from '#ui/list/list-chips.tsx';
import { isEmpty } from '#ui/list/query.ts';
import { valueText } from './cells.tsx';
import { fieldsOf, shortLabel, textOf, type AnyResource } from './resource.ts';

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
  rows: readonly object[];
}

/** What a row of any kind holds under a name. */
const held = (row: object, name: string): unknown => Object.entries(row).find(([key]) => key === name)?.[1];

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
    return all
      .map((one) => {
        const row = rows.find((each) => held(each, name) === one);
        return (row && textOf(held(row, nameKey(name)))) || '已选的一项';
      })
      .join('、');
  // The end of a day is the beginning of the next.
  if (value instanceof Date) return dayOf(end ? new Date(value.getTime() - 1000) : value);
  return valueText(spec, value, true);
}

interface Props {
  of: AnyResource;
  /** What the list is narrowed by. */
  filter: object;
  /** What of it the tab above says. */
  besides?: object | undefined;
  rows: readonly object[];
  onRemove: (name: string) => void;
}

/** What narrows a list beside its tab and its search, in words; each can be removed by itself. */
export function FilterChips({ of, filter, besides = {}, rows, onRemove }: Props) {
  const chips = Object.entries<unknown>({ ...filter }).flatMap(([name, value]): Chip[] => {
    if (name === 'keyword' || isEmpty(value) || Object.hasOwn(besides, name)) return [];
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
  return <ListChips chips={chips} onRemove={onRemove} />;
}
