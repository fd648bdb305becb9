import { lazyPart } from '#ui/lazy-part.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import type { EnterpriseFilter } from '../calls.ts';

// Load filter controls after the rows.
const RegionSelect = lazyPart(async () => (await import('#widgets/region-select.tsx')).RegionSelect);
const PlaceName = lazyPart(async () => (await import('#widgets/region-name.tsx')).PlaceName);

const filter = filterOf<EnterpriseFilter>();

/** Filters of the list and the map beside the declared ones. The last three are set only by links. */
export const enterpriseFilters = [
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
  filter({ name: 'regionOnly', label: '仅本级', words: (code) => <PlaceName codes={[code]} /> }),
  filter({ name: 'name', label: '名称含', words: (text) => text }),
  filter({ name: 'creditCode', label: '信用代码', words: (text) => text }),
];
