import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { removeTenant, tenantKey } from '../calls.ts';

/** Removes a tenant; it can be restored for 30 days. To confirm, the user types its name. */
export function RemoveDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
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
