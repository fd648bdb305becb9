import { acceptingSides, type DangerFilter } from '@anlan/contract/modules/danger/resource';
import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, type FilterControl } from '#ui/list/list-filters.tsx';

const RegionSelect = lazyPart(async () => (await import('#widgets/region-select.tsx')).RegionSelect);

const one = filterOf<DangerFilter>();
const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];
const flag = (name: 'late' | 'repeat' | 'listed', label: string) =>
  one({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => <FilterChoice {...{ value, onChange, label }} options={yesNo} />,
  });
const accepting = { head: '主要负责人', verifier: '企业', regulator: '监管' } as const;
const acceptedBy = one({
  name: 'acceptedBy',
  label: '销号方',
  more: true,
  words: (side) => accepting[side],
  control: ({ value, onChange, label }) => (
    <FilterChoice
      {...{ value, onChange, label }}
      options={acceptingSides.map((side) => ({ value: side, label: accepting[side] }))}
    />
  ),
});
export const regionFilter = {
  name: 'region' as const,
  label: '区域',
  control: ({ value, onChange, label }: FilterControl<string[] | undefined>) => (
    <Suspense fallback={null}>
      <RegionSelect
        aria-label={label}
        placeholder={label}
        anyLevel
        value={value?.[0] ?? null}
        onChange={(code) => onChange(code === null ? undefined : [code])}
      />
    </Suspense>
  ),
};

export const dangerFilters = (several: boolean) =>
  [
    ...(several ? [one(regionFilter)] : []),
    'level',
    'status',
    'category',
    flag('late', '已逾期办理'),
    flag('repeat', '重复隐患'),
    flag('listed', '挂牌督办'),
    acceptedBy,
  ] as const;
