import { App, Dropdown } from 'antd';
import { useWho } from '#lib/person.ts';
import { signOff } from '#lib/session.ts';
import { Icon } from '#ui/icon.tsx';
import { cutName } from './cut-name.ts';

/** The person, and the way out. */
export function UserMenu() {
  const { modal } = App.useApp();
  const { nickName, username, entName } = useWho().sysUser;
  const name = nickName || username;
  const leave = () =>
    modal.confirm({
      title: '提示',
      content: '是否退出系统, 是否继续?',
      okText: '退出登录',
      cancelText: '取消',
      onOk: () => signOff(),
    });
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.top') ?? document.body}
      menu={{
        items: [
          { key: 'who', type: 'group', label: <Who name={name} below={entName ?? username} /> },
          { type: 'divider' },
          { key: 'exit', icon: <Icon name="exit" size={16} />, label: '退出登录' },
        ],
        onClick: ({ key }) => key === 'exit' && leave(),
      }}
    >
      <button type="button" className="me" aria-haspopup="menu">
        <span className="face" data-letter={[...name][0]} aria-hidden="true" />
        <span className="me-name" title={name}>
          {cutName(name)}
        </span>
        <span className="unseen">用户菜单</span>
      </button>
    </Dropdown>
  );
}

const Who = ({ name, below }: { name: string; below: string }) => (
  <span className="who">
    <strong>{name}</strong>
    {below !== name && <small>{below}</small>}
  </span>
);
