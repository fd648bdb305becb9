import { regionListing } from '@anlan/contract/modules/dictionary/listing';
import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';
import type { Action, RowPart } from '#kit/actions.ts';
import { resourcePage } from '#kit/resource-page.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { townKey } from '#widgets/towns.ts';
import { regionListCalls, regionReading, switchRegion, removeRegion, type RegionFilter } from '../calls.ts';
import { RegionCard, regionColumns } from '../parts/region-columns.tsx';
import { PlaceName, RegionForm } from '../parts/region-form.tsx';
import { levelName } from '../rules.ts';
import '../parts/regions.css';

const RemoveDialog = ({ row, onClose }: { row: OwnRegion; onClose: () => void }) => (
  <AskDialog
    title={`删除${levelName(row.level)}“${row.name}”？`}
    verb="删除"
    danger
    act={() => removeRegion(row)}
    renews={[townKey]}
    done={`已删除“${row.name}”`}
    onClose={onClose}
  >
    <p>{row.path}</p>
    <p className="sub">下面还有网格、已有企业在此，或有角色、机构以此为范围的，不能删除，可以停用。</p>
  </AskDialog>
);

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

const AddGrid: RowPart<OwnRegion> = ({ row, onClose }) => <RegionForm row={null} upper={row} onClose={onClose} />;
const Rename: RowPart<OwnRegion> = ({ row, onClose }) => <RegionForm row={row} onClose={onClose} />;

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
    form: ({ onClose }) => <RegionForm row={null} onClose={onClose} />,
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
