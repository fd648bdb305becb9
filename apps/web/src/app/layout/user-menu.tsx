import { App } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWho } from '#lib/person.ts';
import { signOff } from '#lib/session.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { cutName } from './cut-name.ts';

// What few choose comes when it is chosen.
const UserDialog = lazy(async () => ({ default: (await import('./user-dialog.tsx')).UserDialog }));

/** The person, and the ways out. */
export function UserMenu() {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const { sysUser, enterpriseCount } = useWho();
  const { nickName, username, entName } = sysUser;
  const name = nickName || username;
  const leave = () =>
    modal.confirm({
      title: '提示',
      content: '是否退出系统, 是否继续?',
      okText: '退出登录',
      cancelText: '取消',
      onOk: () => signOff(),
      afterClose: () => button.current?.focus(),
    });
  const close = () => {
    setDialog(undefined);
    button.current?.focus();
  };
  return (
    <>
      <DropMenu
        within=".top"
        trigger={['click']}
        placement="bottomRight"
        items={[
          { key: 'who', type: 'group', label: <Who name={name} below={entName ?? username} /> },
          { type: 'divider' },
          { key: 'info', icon: <Icon name="user" size={16} />, label: '个人信息' },
          ...(enterpriseCount > 1
            ? [{ key: 'switch', icon: <Icon name="building" size={16} />, label: '切换企业' }]
            : []),
          { key: 'lock', icon: <Icon name="lock" size={16} />, label: '锁屏' },
          { key: 'exit', icon: <Icon name="exit" size={16} />, label: '退出登录' },
        ]}
        onChoose={(key) => {
          if (key === 'exit') leave();
          else if (key === 'info') void navigate('/info/index');
          else setDialog(key);
        }}
      >
        <button ref={button} type="button" className="me" aria-haspopup="menu">
          <span className="face" data-letter={[...name][0]} aria-hidden="true" />
          <span className="me-name" title={name}>
            {cutName(name)}
          </span>
          <span className="unseen">用户菜单</span>
        </button>
      </DropMenu>
      {dialog && (
        <Suspense>
          <UserDialog kind={dialog} name={name} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

const Who = ({ name, below }: { name: string; below: string }) => (
  <span className="who">
    <strong>{name}</strong>
    {below !== name && <small>{below}</small>}
  </span>
);
