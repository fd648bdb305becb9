import {
  enterpriseColor,
  enterpriseSize,
  enterpriseStatus,
  standardLevel,
} from '@anlan/contract/modules/enterprise/codes';
import { later } from '#ui/later.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, type FilterControl, type ListFilter } from '#ui/list/list-filters.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { IndustryName } from '#widgets/industry-name.tsx';
import type { Codes } from '#widgets/dictionary.ts';
import type { EnterpriseFilter } from '../calls.ts';

// The controls come once the rows stand.
const DayFilter = later(async () => (await import('#widgets/day-picker.tsx')).DayFilter);
const DictSelect = later(async () => (await import('#widgets/dict-select.tsx')).DictSelect);
const IndustrySelect = later(async () => (await import('#widgets/industry-select.tsx')).IndustrySelect);
const OfficerSelect = later(async () => (await import('#widgets/officer-select.tsx')).OfficerSelect);
const RegionSelect = later(async () => (await import('#widgets/region-select.tsx')).RegionSelect);
const OfficerName = later(async () => (await import('#widgets/officer-select.tsx')).OfficerName);
const PlaceName = later(async () => (await import('#widgets/place-name.tsx')).PlaceName);

const filter = filterOf<EnterpriseFilter>();
const some = <V,>(values: V[]): V[] | undefined => (values.length > 0 ? values : undefined);

type Listed = {
  [K in keyof EnterpriseFilter]-?: NonNullable<EnterpriseFilter[K]> extends string[] ? K : never;
}[keyof EnterpriseFilter];

// A filter by several items of a dictionary.
const byDictionary = (
  name: Listed,
  label: string,
  type: string,
  { codes, more = true }: { codes?: Codes; more?: boolean },
) =>
  filter({
    name,
    label,
    more,
    control: ({ value, onChange }) => (
      <DictSelect
        multiple
        type={type}
        codes={codes}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next) => onChange(some(next) as typeof value)}
      />
    ),
    words: (value) => <DictText type={type} value={value} {...(codes ? { codes } : {})} />,
  });

/** Control and words of a filter by one of a few choices. */
const choices = <V extends string | number | boolean>(options: readonly { value: V; label: string }[]) => ({
  control: (props: FilterControl<V | undefined>) => <FilterChoice<V> {...props} options={options} />,
  words: (value: V) => options.find((one) => one.value === value)?.label ?? String(value),
});

const shared: ListFilter<EnterpriseFilter>[] = [
  filter({
    name: 'regionCode',
    label: '区域',
    control: ({ value, onChange, label }) => (
      <RegionSelect
        anyLevel
        towns
        aria-label={label}
        placeholder={label}
        value={value?.[0]}
        onChange={(code) => onChange(code === null ? undefined : [code])}
      />
    ),
    words: (codes) => <PlaceName codes={codes} />,
  }),
  filter({
    name: 'industryCode',
    label: '行业',
    control: ({ value, onChange, label }) => (
      <IndustrySelect
        multiple
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next) => onChange(some(next))}
      />
    ),
    words: (codes) =>
      codes.map((code, at) => (
        <span key={code}>
          {at > 0 && '、'}
          <IndustryName code={code} />
        </span>
      )),
  }),
  byDictionary('color', '四色', 'enterpriseColor', { codes: enterpriseColor, more: false }),
  byDictionary('status', '状态', 'enterpriseStatus', { codes: enterpriseStatus, more: false }),
  byDictionary('supervisionKind', '监管行业', 'supervisionKind', {}),
  byDictionary('enterpriseSize', '企业规模', 'enterpriseSize', { codes: enterpriseSize }),
  byDictionary('standardGrade', '标准化等级', 'standardLevel', { codes: standardLevel }),
  byDictionary('hazardFeature', '危险特征', 'hazardFeature', {}),
  byDictionary('label', '企业标签', 'enterpriseLabel', {}),
  filter({
    name: 'expiring',
    label: '到期',
    more: true,
    ...choices([
      { value: 0, label: '已过期或今天到期' },
      { value: 30, label: '30 天内到期' },
      { value: 60, label: '60 天内到期' },
      { value: 90, label: '90 天内到期' },
    ]),
  }),
];

// Filters that numbers of the home page lead to.
const yesOrNo = (name: 'perfect' | 'signedIn' | 'located', label: string, [yes, no]: [string, string]) =>
  filter({
    name,
    label,
    more: true,
    ...choices([
      { value: true, label: yes },
      { value: false, label: no },
    ]),
  });
const activated = (name: 'activatedFrom' | 'activatedTo', label: string) =>
  filter({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => <DayFilter label={label} value={value} onChange={onChange} />,
    words: (day) => day,
  });
shared.push(
  yesOrNo('perfect', '档案完善', ['档案已完善', '档案未完善']),
  yesOrNo('signedIn', '是否入驻', ['已入驻（登录过）', '未入驻']),
  yesOrNo('located', '地图坐标', ['有坐标', '没有坐标']),
  activated('activatedFrom', '启用日期起'),
  activated('activatedTo', '启用日期止'),
  filter({
    name: 'activatedBy',
    label: '启用方式',
    more: true,
    ...choices<'decision' | 'import'>([
      { value: 'decision', label: '逐家启用' },
      { value: 'import', label: '随导入启用' },
    ]),
  }),
);

const byOfficer = filter({
  name: 'officerId',
  label: '责任人',
  more: true,
  control: ({ value, onChange, label }) => (
    <OfficerSelect aria-label={label} placeholder={label} value={value} onChange={(id) => onChange(id ?? undefined)} />
  ),
  words: (id) => <OfficerName id={id} />,
});

/** What links narrow the list by, and no control does. */
export const linkedFilters: readonly Pick<ListFilter<EnterpriseFilter>, 'name' | 'label' | 'words'>[] = [
  filter({ name: 'regionOnly', label: '仅本级', control: () => null, words: (code) => <PlaceName codes={[code]} /> }),
  filter({ name: 'name', label: '名称含', control: () => null, words: (text) => text }),
  filter({ name: 'creditCode', label: '信用代码', control: () => null, words: (text) => text }),
];

/** Filters of the list of enterprises; `officers` where this person may see who they are. */
export const enterpriseFilters = ({ officers }: { officers: boolean }): ListFilter<EnterpriseFilter>[] =>
  officers ? [...shared, byOfficer] : shared;
