import { colorCauseKeys, colorCauses, standardLevel } from '@anlan/contract/modules/enterprise/codes';
import { hasPermit } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, type FilterControl } from '#ui/list/list-filters.tsx';
import type { Codes } from '#widgets/dictionary.ts';
import { DictText } from '#widgets/dict-tag.tsx';
import type { EnterpriseFilter } from '../calls.ts';

// Load filter controls after the rows.
const DayFilter = lazyPart(async () => (await import('#widgets/day-picker.tsx')).DayFilter);
const DictSelect = lazyPart(async () => (await import('#widgets/dict-select.tsx')).DictSelect);
const OfficerSelect = lazyPart(async () => (await import('#widgets/officer-select.tsx')).OfficerSelect);
const RegionSelect = lazyPart(async () => (await import('#widgets/region-select.tsx')).RegionSelect);
const OfficerName = lazyPart(async () => (await import('#widgets/officer-select.tsx')).OfficerName);
const PlaceName = lazyPart(async () => (await import('#widgets/region-name.tsx')).PlaceName);

const filter = filterOf<EnterpriseFilter>();

// Filters whose names differ from their fields.
const byDictionary = (name: 'standardGrade' | 'hazardFeature' | 'label', label: string, type: string, codes?: Codes) =>
  filter({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => (
      <DictSelect
        multiple
        type={type}
        codes={codes}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next) => onChange(next.length > 0 ? (next as typeof value) : undefined)}
      />
    ),
    words: (value) => <DictText type={type} value={value} {...(codes ? { codes } : {})} />,
  });

const choices = <V extends string | number | boolean>(options: readonly { value: V; label: string }[]) => ({
  more: true,
  control: (props: FilterControl<V | undefined>) => <FilterChoice<V> {...props} options={options} />,
  words: (value: V) => options.find((one) => one.value === value)?.label ?? String(value),
});
const yesOrNo = (name: 'perfect' | 'signedIn' | 'located' | 'scored', label: string, yes: string, no: string) =>
  filter({
    name,
    label,
    ...choices([
      { value: true, label: yes },
      { value: false, label: no },
    ]),
  });
const onDay = (name: `${'activated' | 'inspected'}${'From' | 'To'}`, label: string) =>
  filter({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => <DayFilter label={label} value={value} onChange={onChange} />,
    words: (day) => day,
  });

const byOfficer = filter({
  name: 'officerId',
  label: '责任人',
  more: true,
  control: ({ value, onChange, label }) => (
    <OfficerSelect aria-label={label} placeholder={label} value={value} onChange={(id) => onChange(id ?? undefined)} />
  ),
  words: (id) => <OfficerName id={id} />,
});

/** Filters of the list and the map. The last three are set only by links. */
export const enterpriseFilters = () => [
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
  ...(['industryCode', 'color', 'status'] as const),
  byDictionary('standardGrade', '标准化等级', 'standardLevel', standardLevel),
  byDictionary('hazardFeature', '危险特征', 'hazardFeature'),
  byDictionary('label', '企业标签', 'enterpriseLabel'),
  filter({
    name: 'expiring',
    label: '到期',
    ...choices([
      { value: 0, label: '已过期或今天到期' },
      { value: 30, label: '30 天内到期' },
      { value: 60, label: '60 天内到期' },
      { value: 90, label: '90 天内到期' },
    ]),
  }),
  yesOrNo('perfect', '档案完善', '档案已完善', '档案未完善'),
  yesOrNo('signedIn', '是否入驻', '已入驻（登录过）', '未入驻'),
  yesOrNo('located', '地图坐标', '有坐标', '没有坐标'),
  yesOrNo('scored', '安全分', '有安全分', '数据不足'),
  filter({
    name: 'colorCause',
    label: '颜色原因',
    ...choices(colorCauseKeys.map((value) => ({ value, label: colorCauses[value] }))),
  }),
  onDay('activatedFrom', '启用日期起'),
  onDay('activatedTo', '启用日期止'),
  onDay('inspectedFrom', '监管检查起'),
  onDay('inspectedTo', '监管检查止'),
  filter({
    name: 'activatedBy',
    label: '启用方式',
    ...choices<'decision' | 'import'>([
      { value: 'decision', label: '逐家启用' },
      { value: 'import', label: '随导入启用' },
    ]),
  }),
  ...(hasPermit('sys:organ:index') ? [byOfficer] : []),
  filter({ name: 'regionOnly', label: '仅本级', words: (code) => <PlaceName codes={[code]} /> }),
  filter({ name: 'name', label: '名称含', words: (text) => text }),
  filter({ name: 'creditCode', label: '信用代码', words: (text) => text }),
];
