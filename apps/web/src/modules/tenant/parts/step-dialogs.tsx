import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { removeTenant, tenantKey } from '../calls.ts';

export interface NewLogin {
  id: string;
  name: string;
  username: string;
  password: string;
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
export function NewLoginDialog({ login, onClose }: { login: NewLogin; onClose: () => void }) {
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(`${login.name}\n用户名：${login.username}\n初始密码：${login.password}`);
    void message.success('已复制');
  };
  return (
    <TabModal
      open
      title={`“${login.name}”已创建`}
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
        <dd className="num">{login.id}</dd>
        <dt>用户名</dt>
        <dd className="num">{login.username}</dd>
        <dt>初始密码</dt>
        <dd className="num">{login.password}</dd>
      </dl>
    </TabModal>
  );
}
