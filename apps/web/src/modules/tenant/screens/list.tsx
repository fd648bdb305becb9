import type { TenantAbility, TenantRow } from '@anlan/contract/modules/tenant/admin';
import { tenantListing } from '@anlan/contract/modules/tenant/listing';
import { Select } from 'antd';
import { useState } from 'react';
import type { Action, Messages } from '#kit/actions.ts';
import { resourcePage, type OwnForm } from '#kit/resource-page.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { restoreTenant, resumeTenant, tenantListCalls, type TenantFilter } from '../calls.ts';
import { EnterDialog } from '../parts/enter-dialog.tsx';
import { TenantCard, tenantColumns } from '../parts/list-columns.tsx';
import { MadeDialog, RemoveDialog, SuspendDialog } from '../parts/step-dialogs.tsx';
import { TenantDrawer, type Made } from '../parts/tenant-drawer.tsx';
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

const TenantForm: OwnForm = ({ target, onSaved, onClose }) => {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <MadeDialog made={made} onClose={onClose} />;
  return <TenantDrawer row={target.row} onSaved={() => onSaved(false)} onMade={setMade} onClose={onClose} />;
};

const saying = (done: string, write: () => Promise<unknown>) => async (message: Messages) => {
  await write();
  void message.success(done);
};

type RowStep = Action<TenantRow> & { key: TenantAbility };
const stepsOf = (row: TenantRow): RowStep[] => [
  { key: 'enter', label: '进入', open: EnterDialog },
  { key: 'thaw', label: '启用', send: saying('已启用', () => resumeTenant(row)) },
  { key: 'restore', label: '恢复', send: saying('已恢复', () => restoreTenant(row)) },
  { key: 'freeze', label: '停用', danger: true, open: SuspendDialog },
  { key: 'remove', label: '删除', danger: true, open: RemoveDialog },
];

export const Screen = resourcePage(tenantListing, tenantListCalls, {
  heading: '租户',
  icon: 'building',
  summary: () => '使用本平台的单位；平台只管理单位本身，看不到它们的业务数据',
  columns: tenantColumns,
  filters: ['status', removed],
  open: 'nothing',
  form: TenantForm,
  actions: (row, { edit }) => [...edit, ...stepsOf(row).filter(({ key }) => row.abilities.includes(key))],
  card: (row) => <TenantCard row={row} />,
  empty: '还没有单位',
});
