import { tenantListing } from '@anlan/contract/modules/tenant/listing';
import { Select } from 'antd';
import { resourcePage } from '#kit/resource-page.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { tenantListCalls, tenantReading, type TenantFilter } from '../calls.ts';
import { EnterDialog } from '../parts/enter-dialog.tsx';
import { TenantCard, tenantColumns } from '../parts/list-columns.tsx';
import { RemoveDialog } from '../parts/remove-dialog.tsx';
import { TenantForm } from '../parts/tenant-form.tsx';
import { newValues } from '../rules.ts';
import '../parts/tenant.css';

const removedText = '已删除的单位';
const removed = filterOf<TenantFilter>()({
  name: 'removed',
  label: '范围',
  control: ({ value, onChange, label }) => (
    <Select
      aria-label={label}
      value={value ?? 'false'}
      onChange={(next: 'true' | 'false') => onChange(next === 'true' ? 'true' : undefined)}
      options={[
        { value: 'false', label: '在用的单位' },
        { value: 'true', label: removedText },
      ]}
    />
  ),
  words: () => removedText,
});

export const Screen = resourcePage(
  tenantListing,
  tenantListCalls,
  {
    heading: '租户',
    icon: 'building',
    summary: () => '使用本平台的单位；平台只管理单位本身，看不到它们的业务数据',
    columns: tenantColumns,
    filters: ['status', removed],
    open: 'nothing',
    form: TenantForm,
    newValues,
    moves: { freeze: { note: <p className="sub">所有人立即退出，启用之前不能登录；数据保留。</p> } },
    queue: false,
    actions: (row, { edit, moves }) => [
      ...edit,
      ...(row.abilities.includes('enter') ? [{ key: 'enter', label: '进入', open: EnterDialog }] : []),
      ...moves,
      ...(row.abilities.includes('remove') ? [{ key: 'remove', label: '删除', danger: true, open: RemoveDialog }] : []),
    ],
    card: (row) => <TenantCard row={row} />,
    empty: '还没有单位',
  },
  tenantReading,
);
