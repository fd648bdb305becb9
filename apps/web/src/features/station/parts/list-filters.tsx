import { filterOf, type ListFilter } from '#ui/list/list-filters.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import type { StationFilter } from '../calls.ts';

const filter = filterOf<StationFilter>();

const shared: ListFilter<StationFilter>[] = [
  filter({
    name: 'kind',
    label: '类型',
    control: ({ value, onChange, label }) => (
      <DictSelect
        multiple
        type="stationKind"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next: string[]) => onChange(next.length > 0 ? next : undefined)}
      />
    ),
  }),
  filter({
    name: 'status',
    label: '状态',
    control: ({ value, onChange, label }) => (
      <DictSelect<'enabled' | 'disabled'>
        type="enableStatus"
        aria-label={label}
        placeholder={label}
        value={value?.[0]}
        onChange={(next) => onChange(next === null ? undefined : [next])}
      />
    ),
  }),
  filter({
    name: 'regionCode',
    label: '区域',
    control: ({ value, onChange, label }) => (
      <RegionSelect
        anyLevel
        aria-label={label}
        placeholder={label}
        value={value?.[0]}
        onChange={(code) => onChange(code === null ? undefined : [code])}
      />
    ),
  }),
];

const byEnterprise = filter({
  name: 'enterpriseId',
  label: '所属企业',
  control: ({ value, onChange, label }) => (
    <EnterpriseSelect
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
    />
  ),
});

/** Filters of the list; by enterprise where there are several. */
export const stationFilters = ({ all }: { all: boolean }): ListFilter<StationFilter>[] =>
  all ? [...shared, byEnterprise] : shared;
