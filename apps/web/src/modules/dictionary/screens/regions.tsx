import { regionListing } from '@anlan/contract/modules/dictionary/listing';
import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import { useQuery } from '@tanstack/react-query';
import type { Action, RowPart } from '#kit/actions.ts';
import { resourcePage } from '#kit/resource-page.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { RegionName, RegionSelect } from '#widgets/region-select.tsx';
import { townSearch } from '#widgets/towns.ts';
import { regionListCalls, regionReading, switchRegion, type RegionFilter } from '../calls.ts';
import { RegionCard, regionColumns } from '../parts/region-columns.tsx';
import { RegionDialog } from '../parts/region-dialog.tsx';
import { RemoveDialog } from '../parts/remove-dialog.tsx';
import { levelName } from '../rules.ts';
import '../parts/regions.css';

/** The path of a division, street or grid. */
function PlaceName({ code }: { code: string }) {
  const isTown = code.length > 6;
  const { data } = useQuery({ ...townSearch(code), enabled: isTown });
  return isTown ? (data?.find((one) => one.code === code)?.path ?? code) : <RegionName code={code} />;
}

const filter = filterOf<RegionFilter>();
const filters = [
  filter({
    name: 'regionCode',
    label: '区域',
    control: ({ value, onChange, label }) => (
      <RegionSelect
        anyLevel
        towns
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(code) => onChange(code === null ? undefined : code)}
      />
    ),
    words: (code) => <PlaceName code={code} />,
  }),
  filter({
    name: 'level',
    label: '层级',
    control: (props) => (
      <FilterChoice {...props} options={[4, 5].map((value) => ({ value, label: levelName(value) }))} />
    ),
    words: levelName,
  }),
  'enabled' as const,
];

const AddGrid: RowPart<OwnRegion> = ({ row, onClose }) => (
  <RegionDialog target={{ kind: 'grid', upper: row }} onClose={onClose} />
);
const Rename: RowPart<OwnRegion> = ({ row, onClose }) => (
  <RegionDialog target={{ kind: 'rename', row }} onClose={onClose} />
);

const toggleOf = ({ code, version, enabled }: OwnRegion): Action<OwnRegion> => ({
  key: 'switch',
  label: enabled ? '停用' : '启用',
  send: async (message) => {
    await switchRegion({ code, version, enabled: !enabled });
    void message.success(enabled ? '已停用，不再提供选择' : '已启用');
  },
});

export const Screen = resourcePage(
  regionListing,
  regionListCalls,
  {
    heading: '行政区划',
    icon: 'place',
    summary: () => '区县及以上按国家标准；街道和网格由本单位维护',
    columns: regionColumns,
    filters,
    open: 'nothing',
    form: ({ onClose }) => <RegionDialog target={{ kind: 'street' }} onClose={onClose} />,
    actions: (row) => [
      ...(row.abilities.includes('add') ? [{ key: 'add', label: '加网格', open: AddGrid }] : []),
      ...(row.abilities.includes('update') ? [{ key: 'rename', label: '改名', open: Rename }, toggleOf(row)] : []),
      ...(row.abilities.includes('remove') ? [{ key: 'remove', label: '删除', danger: true, open: RemoveDialog }] : []),
    ],
    card: (row) => <RegionCard row={row} />,
    empty: '还没有街道，企业只能填到区县',
  },
  regionReading,
);
