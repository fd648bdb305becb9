import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { suspendTenant, removeTenant, tenantKey } from '../calls.ts';
import type { Made } from './tenant-drawer.tsx';

/** Suspends a tenant with a reason. All its sessions end at once. */
export function SuspendDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const id = useId();
  const [reason, setReason] = useState('');
  const freeze = useMutation({
    mutationFn: () => suspendTenant({ id: row.id, version: row.version, reason }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: tenantKey });
      void message.success(`已停用“${row.name}”`);
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`停用“${row.name}”？`}
      okText="停用"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: freeze.isPending, disabled: reason.trim().length < 2 }}
      onOk={() => freeze.mutate()}
      onCancel={onClose}
    >
      <div className="tenant-step">
        {freeze.error && <Alert type="error" showIcon title={freeze.error.message} />}
        <p>所有人立即退出，启用之前不能登录；数据保留。</p>
        <label htmlFor={id}>停用原因</label>
        <Input.TextArea
          id={id}
          value={reason}
          maxLength={300}
          autoSize={{ minRows: 3, maxRows: 6 }}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </TabModal>
  );
}

/** Removes a tenant; it can be restored for 30 days. To confirm, the user types its name. */
export function RemoveDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const id = useId();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => removeTenant(row),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: tenantKey });
      void message.success(`已删除“${row.name}”，三十天内可以恢复`);
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`删除“${row.name}”？`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, loading: remove.isPending, disabled: typed.trim() !== row.name }}
      onOk={() => remove.mutate()}
      onCancel={onClose}
    >
      <div className="tenant-step">
        {remove.error && <Alert type="error" showIcon title={remove.error.message} />}
        <p>所有人立即退出，单位从登录和公开列表中消失。三十天内可以恢复，之后数据和文件将永久清除。</p>
        <label htmlFor={id}>输入单位名称以确认</label>
        <Input id={id} value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </div>
    </TabModal>
  );
}

/** Shows the initial password of the first administrator. It is shown only this once. */
export function MadeDialog({ made, onClose }: { made: Made; onClose: () => void }) {
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(`${made.name}\n用户名：${made.username}\n初始密码：${made.password}`);
    void message.success('已复制');
  };
  return (
    <TabModal
      open
      title={`“${made.name}”已创建`}
      okText="已记下"
      cancelText="复制"
      mask={{ closable: false }}
      closable={false}
      onOk={onClose}
      onCancel={() => void copy()}
    >
      <p>初始密码只显示这一次，请转交首任管理员，首次登录须修改。</p>
      <dl className="tenant-made">
        <dt>单位编号</dt>
        <dd className="num">{made.id}</dd>
        <dt>用户名</dt>
        <dd className="num">{made.username}</dd>
        <dt>初始密码</dt>
        <dd className="num">{made.password}</dd>
      </dl>
    </TabModal>
  );
}
