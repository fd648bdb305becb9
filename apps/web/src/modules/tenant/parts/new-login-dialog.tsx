import { App } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';

export interface NewLogin {
  id: string;
  name: string;
  username: string;
  password: string;
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
