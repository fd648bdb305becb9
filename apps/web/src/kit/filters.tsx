import { dayBegins, dayEnds, dayOf } from '@anlan/contract/domain/instant';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { Suspense, type ReactNode } from 'react';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { FilterText } from '#ui/list/filter-text.tsx';
import type { FilterControl, ListFilter } from '#ui/list/list-filters.tsx';
import { Bones } from '#ui/states.tsx';
import { DayControl, DictControl, IndustriesControl, PersonControl, RegionControl } from './heavy-controls.ts';
import { ReferencePicker } from './modules.ts';
import { fieldsOf, optionsOf, shortLabel, specOf, textOf, type AnyFilter, type AnyResource } from './resource.ts';

type Props = FilterControl<unknown> & { spec: FieldSpec };

const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const orNone = <T,>(values: readonly T[]) => (values.length > 0 ? values : undefined);
const single = (value: unknown) => textOf(value) || null;

/** The control of one filter, by the kind of its field and how the list is narrowed. */
function FieldFilter({ spec, value, onChange, label }: Props): ReactNode {
  const said = { 'aria-label': label, placeholder: label };
  const isMany = spec.filter === 'many' || spec.filter === 'below';
  const choose = (next: string | null) => onChange(next === null ? undefined : isMany ? [next] : next);
  const chosen = isMany ? (listOf(value)[0] ?? null) : single(value);
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
            value={chosen ?? undefined}
            onChange={(next) => choose(next ?? null)}
          />
        );
      // Of two values nobody chooses both.
      if (!isMany || (spec.kind === 'oneOf' && values.length <= 2))
        return <DictControl {...said} type={dictionary} codes={codes} value={chosen} onChange={choose} />;
      return (
        <DictControl
          {...said}
          multiple
          type={dictionary}
          codes={codes}
          value={listOf(value)}
          onChange={(next) => onChange(orNone(next))}
        />
      );
    }
    case 'region':
      return <RegionControl {...said} anyLevel value={chosen} onChange={choose} />;
    case 'industry':
      return isMany ? (
        <IndustriesControl {...said} multiple value={listOf(value)} onChange={(next) => onChange(orNone(next))} />
      ) : (
        <IndustriesControl {...said} value={chosen} onChange={choose} />
      );
    case 'ref':
      return <ReferencePicker {...said} target={spec.refersTo} value={chosen} onChange={choose} />;
    case 'person':
      return <PersonControl {...said} value={chosen} onChange={choose} />;
    case 'boolean':
      return (
        <FilterChoice
          label={label}
          options={yesNo}
          value={typeof value === 'boolean' ? value : undefined}
          onChange={onChange}
        />
      );
    case 'day':
      return <DayControl {...said} value={chosen} onChange={choose} />;
    case 'integer':
    case 'decimal':
    case 'money':
      return <NumberFilter spec={spec} value={value} onChange={onChange} label={label} />;
    default:
      return <FilterText label={label} value={chosen ?? undefined} onChange={onChange} />;
  }
}

// What is half typed is no number yet and narrows nothing.
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

// A moment is asked for by its day: from its beginning, to its end.
const InstantFilter = ({ value, onChange, label, end }: FilterControl<unknown> & { end: boolean }) => (
  <DayControl
    aria-label={label}
    placeholder={label}
    value={value instanceof Date ? dayOf(end ? new Date(value.getTime() - 1000) : value) : null}
    onChange={(day) => onChange(day === null ? undefined : end ? dayEnds(day) : dayBegins(day))}
  />
);

function filterOfField(of: AnyResource, key: string, more: boolean): ListFilter<AnyFilter>[] {
  const spec = specOf(of, key);
  const label = shortLabel(spec);
  const rare = more ? { more: true } : {};
  const make = (name: string, said: string, end = false): ListFilter<AnyFilter> => ({
    name,
    label: said,
    ...rare,
    control: (props) => (
      <Suspense fallback={<Bones height={32} />}>
        {spec.kind === 'instant' ? <InstantFilter {...props} end={end} /> : <FieldFilter {...props} spec={spec} />}
      </Suspense>
    ),
  });
  if (spec.filter !== 'range') return [make(key, label)];
  return [make(`${key}From`, `${label} 从`), make(`${key}To`, `${label} 到`, true)];
}

/** Filters of a list: those that a page names, then the rest of the declaration's under 更多筛选. */
export function filtersOf(
  of: AnyResource,
  named: readonly (string | ListFilter<AnyFilter>)[],
  several: boolean,
): readonly ListFilter<AnyFilter>[] {
  // All rows of one enterprise lie where it does.
  const mine = (key: string) => {
    const { own, kind, kept } = specOf(of, key);
    return several || !(own || (kind === 'region' && kept));
  };
  const rest = fieldsOf(of).flatMap(([key, { filter }]) => (filter && !named.includes(key) && mine(key) ? [key] : []));
  return [
    ...named.flatMap((one) => (typeof one !== 'string' ? [one] : mine(one) ? filterOfField(of, one, false) : [])),
    ...rest.flatMap((key) => filterOfField(of, key, true)),
  ];
}

/** The search box of a list and what it looks in; none where nothing is searched. */
export function searchOf(of: AnyResource): { name: string; placeholder: string } | undefined {
  const searched = fieldsOf(of).filter(([, { search, findable }]) => search ?? findable);
  if (searched.length === 0) return undefined;
  const isName = ([key]: [string, FieldSpec]) => key === of.title;
  const labels = [...searched.filter(isName), ...searched.filter((one) => !isName(one))].map(([, spec]) =>
    shortLabel(spec),
  );
  const [lead = '', ...others] = labels;
  // 证件 of 人员证件 says less than the whole; 名称 and 编号 say nothing without what they are of.
  const said = of.label.endsWith(lead) ? of.label : /^(名称|编号)$/.test(lead) ? `${of.label}${lead}` : lead;
  return { name: 'keyword', placeholder: [said, ...others].join('、') };
}
