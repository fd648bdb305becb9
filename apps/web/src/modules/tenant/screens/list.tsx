import { tenantListing } from '@anlan/contract/modules/tenant/listing';
import { prose, text } from '@anlan/contract/kit/field';
import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { Select, Form, Input } from 'antd';
import { useState } from 'react';
import { resourcePage } from '#kit/resource-page.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { AskDialog, secretControl } from '#kit/ask-dialog.tsx';
import { switchImpersonation } from '#lib/impersonation.ts';
import { tenantListCalls, tenantReading, enterTenant, removeTenant, tenantKey, type TenantFilter } from '../calls.ts';
import { TenantCard, tenantColumns } from '../parts/list-columns.tsx';
import { TenantForm } from '../parts/tenant-form.tsx';
import { newValues } from '../rules.ts';
import '../parts/tenant.css';

/** Removes a tenant; it can be restored for 30 days. To confirm, the user types its name. */
function RemoveDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <AskDialog
      title={`删除“${row.name}”？`}
      verb="删除"
      danger
      canAct={typed.trim() === row.name}
      act={() => removeTenant(row)}
      renews={[tenantKey]}
      done={`已删除“${row.name}”，三十天内可以恢复`}
      onClose={onClose}
    >
      <p>所有人立即退出，单位从登录和公开列表中消失。三十天内可以恢复，之后数据和文件将永久清除。</p>
      <Form.Item label="输入单位名称以确认" htmlFor="tenant-name">
        <Input id="tenant-name" value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </Form.Item>
    </AskDialog>
  );
}

const fields = {
  reason: prose(200, '进入原因')
    .required()
    .pattern(/^\s*(\S[\s\S]{3,}\S)\s*$/, '请填写进入原因，至少 5 个字'),
  password: text(128, '您的登录密码').required(),
};
const look = { controls: { password: secretControl('current-password') } };

/** Starts an impersonation session. Needs a reason and a password check (S36). */
const EnterDialog = ({ row, onClose }: { row: TenantRow; onClose: () => void }) => (
  <AskDialog
    title={`进入“${row.name}”`}
    verb="进入"
    fields={fields}
    look={look}
    act={({ reason, password }) => enterTenant(row.id, reason, password)}
    onDone={({ until, ...impersonation }) => switchImpersonation({ ...impersonation, until: until.getTime() }, '/')}
    onClose={onClose}
  >
    <p className="sub">
      一小时内以平台身份查看该单位的数据，双方日志都会记下原因；对方允许填写时才能修改业务数据，账号、权限和企业审核始终由对方办理。
    </p>
  </AskDialog>
);

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
