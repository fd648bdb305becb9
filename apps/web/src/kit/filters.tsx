import { startOfDay, endOfDay, dayOf } from '@anlan/contract/domain/instant';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { Suspense, type ReactNode } from 'react';
import { hasPermit } from '#lib/current-user.ts';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { FilterText } from '#ui/list/filter-text.tsx';
import type { FilterControl, ListFilter } from '#ui/list/list-filters.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import {
  DayControl,
  DayFilterControl,
  DictControl,
  IndustriesControl,
  PersonControl,
  RegionControl,
} from './heavy-controls.ts';
import { ReferencePicker } from './modules.ts';
import {
  fieldsOf,
  filterFieldsOf,
  optionsOf,
  shortLabel,
  specOf,
  textOf,
  type AnyFilter,
  type AnyResource,
} from './resource.ts';

type Props = FilterControl<unknown> & { spec: FieldSpec };

const yesNo = ({ words = {} }: FieldSpec) => [
  { value: true, label: words['true'] ?? '是' },
  { value: false, label: words['false'] ?? '否' },
];
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const orNone = <T,>(values: readonly T[]) => (values.length > 0 ? values : undefined);
const single = (value: unknown) => textOf(value) || null;

function FieldFilter({ spec, value, onChange, label }: Props): ReactNode {
  const labelProps = { 'aria-label': label, placeholder: label };
  const isMany = spec.filter === 'many' || spec.filter === 'below';
  const choose = (next: string | null) => onChange(next === null ? undefined : isMany ? [next] : next);
  const selected = isMany ? (listOf(value)[0] ?? null) : single(value);
  switch (spec.kind) {
    case 'code':
    case 'codes':
    case 'oneOf': {
      const { dictionary, values = [], codes } = spec;
      if (dictionary === undefined)
        return (
          <FilterChoice
            {...{ label }}
            options={optionsOf(spec)}
            value={selected ?? undefined}
            onChange={(next) => choose(next ?? null)}
          />
        );
      // A field with only two values needs no multiple selection: selecting both would filter nothing.
      if (!isMany || (spec.kind === 'oneOf' && values.length <= 2))
        return <DictControl {...labelProps} type={dictionary} codes={codes} value={selected} onChange={choose} />;
      return (
        <DictControl
          {...labelProps}
          multiple
          type={dictionary}
          codes={codes}
          value={listOf(value)}
          onChange={(next) => onChange(orNone(next))}
        />
      );
    }
    case 'region':
      return <RegionControl {...labelProps} anyLevel value={selected} onChange={choose} />;
    case 'industry':
      return isMany ? (
        <IndustriesControl {...labelProps} multiple value={listOf(value)} onChange={(next) => onChange(orNone(next))} />
      ) : (
        <IndustriesControl {...labelProps} value={selected} onChange={choose} />
      );
    case 'ref':
      return <ReferencePicker {...labelProps} target={spec.refersTo} value={selected} onChange={choose} />;
    case 'person':
      return <PersonControl {...labelProps} value={selected} onChange={choose} />;
    case 'boolean':
      return (
        <FilterChoice
          label={label}
          options={yesNo(spec)}
          value={typeof value === 'boolean' ? value : undefined}
          onChange={onChange}
        />
      );
    case 'day':
      return <DayFilterControl label={label} value={selected ?? undefined} onChange={onChange} />;
    case 'integer':
      if (spec.words)
        return (
          <FilterChoice
            label={label}
            options={Object.entries(spec.words).map(([code, words]) => ({ value: Number(code), label: words }))}
            value={typeof value === 'number' ? value : undefined}
            onChange={onChange}
          />
        );
      return <NumberFilter spec={spec} value={value} onChange={onChange} label={label} />;
    case 'decimal':
    case 'money':
      return <NumberFilter spec={spec} value={value} onChange={onChange} label={label} />;
    default:
      return <FilterText label={label} value={selected ?? undefined} onChange={onChange} />;
  }
}

// Filter control for a number. Incomplete input is not a number, so it does not filter.
function NumberFilter({ spec, value, onChange, label }: Props) {
  const scale = spec.kind === 'money' ? 100 : 1;
  return (
    <FilterText
      label={label}
      value={typeof value === 'number' ? String(value / scale) : undefined}
      onChange={(text, quiet) => {
        const typed = Number(text);
        if (text === undefined || Number.isFinite(typed))
          onChange(text === undefined ? undefined : Math.round(typed * scale * 1e6) / 1e6, quiet);
      }}
    />
  );
}

// Filter control for an instant: the user selects days. The range goes from the start of the first day to the end of
// the last.
const InstantFilter = ({ value, onChange, label, end }: FilterControl<unknown> & { end: boolean }) => (
  <DayControl
    aria-label={label}
    placeholder={label}
    value={value instanceof Date ? dayOf(end ? new Date(value.getTime() - 1000) : value) : null}
    onChange={(day) => onChange(day === null ? undefined : end ? endOfDay(day) : startOfDay(day))}
  />
);

function filterOfField(key: string, spec: FieldSpec, more: boolean): ListFilter<AnyFilter>[] {
  const label = shortLabel(spec);
  const rare = more ? { more: true } : {};
  const make = (name: string, labelText: string, end = false): ListFilter<AnyFilter> => ({
    name,
    label: labelText,
    ...rare,
    control: (props) => (
      <Suspense fallback={<Skeleton height={32} />}>
        {spec.kind === 'instant' ? <InstantFilter {...props} end={end} /> : <FieldFilter {...props} spec={spec} />}
      </Suspense>
    ),
  });
  if (spec.filter !== 'range') return [make(key, label)];
  return [make(`${key}From`, `${label} 从`), make(`${key}To`, `${label} 到`, true)];
}

export function filtersOf<F = AnyFilter>(
  of: AnyResource,
  named: readonly (string | ListFilter<F>)[],
  several: boolean,
): readonly ListFilter<F>[] {
  // A field makes a filter of its own name and values, which the type of a mixed list cannot express.
  const made = (key: string, spec: FieldSpec, more: boolean) =>
    filterOfField(key, spec, more) as unknown as ListFilter<F>[];
  const all = filterFieldsOf(of);
  const specs = new Map(all);
  // All rows of one enterprise are in the same region, so that filter is useless.
  const mine = (key: string, { own, kind, serverSet: kept }: FieldSpec) => {
    // Only links filter by a bare id; nobody can type one.
    if (kind === 'text' && key.endsWith('Id')) return false;
    // The call that finds people needs this permit.
    if (kind === 'person' && !hasPermit('sys:organ:index')) return false;
    return several || !(own || (kind === 'region' && kept));
  };
  const own = new Set(named.map((one) => (typeof one === 'string' ? one : String(one.name))));
  return [
    ...named.flatMap((one) => {
      if (typeof one !== 'string') return [one];
      const spec = specs.get(one) ?? specOf(of, one);
      return mine(one, spec) ? made(one, spec, false) : [];
    }),
    ...all.flatMap(([key, spec]) => (!own.has(key) && mine(key, spec) ? made(key, spec, true) : [])),
  ];
}

export function searchOf(of: AnyResource): { name: string; placeholder: string } | undefined {
  if (of.search) return of.search;
  const searched = fieldsOf(of).filter(([, { search, findable }]) => search ?? findable);
  if (searched.length === 0) return undefined;
  const isName = ([key]: [string, FieldSpec]) => key === of.title;
  const labels = [...searched.filter(isName), ...searched.filter((one) => !isName(one))].map(([, spec]) =>
    shortLabel(spec),
  );
  const [lead = '', ...others] = labels;
  // When the resource label ends with the field label, such as 证件, the whole resource label shows. 名称 and 编号 get the
  // resource label as a prefix.
  const leadText = of.label.endsWith(lead) ? of.label : /^(名称|编号)$/.test(lead) ? `${of.label}${lead}` : lead;
  return { name: 'keyword', placeholder: [leadText, ...others].join('、') };
}
