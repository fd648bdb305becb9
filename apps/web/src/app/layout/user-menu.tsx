import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useFileLink } from '#widgets/stored-picture.tsx';
import { openDialog, type DialogName } from '../dialogs.ts';
import { cutName } from './cut-name.ts';
import { toggleFullScreen, useFullScreen } from './full-screen.tsx';
import { useUnitName } from './use-brand-name.ts';
import { useLeaving } from './use-sign-out.ts';

interface Entry {
  key: string;
  icon: IconName;
  label: string;
  act: DialogName | 'info' | 'full' | 'leave';
}

export function UserMenu({ phone }: { phone: boolean }) {
  const leave = useLeaving();
  const navigate = useNavigate();
  const full = useFullScreen();
  const button = useRef<HTMLButtonElement>(null);
  const { sysUser, enterpriseCount } = useCurrentUser();
  const { nickName, username, avatar, shopId } = sysUser;
  const unit = useUnitName();
  const named = useHasPermit('bus:enterprise:logo') && shopId !== null;
  const pays = useHasPermit('bus:enterprise:pay') && shopId !== null;
  const name = nickName || username;
  const own: Entry[] = [
    { key: 'info', icon: 'user', label: '个人信息', act: 'info' },
    sysUser.phone === null
      ? { key: 'phone', icon: 'phone', label: '绑定手机号', act: 'info' }
      : { key: 'phone', icon: 'phone', label: '修改绑定手机号', act: 'change-phone' },
    { key: 'permits', icon: 'key', label: '我的权限', act: 'my-permits' },
    ...(named ? [{ key: 'system', icon: 'image', label: '系统设置', act: 'system-settings' } satisfies Entry] : []),
    ...(pays ? [{ key: 'vip', icon: 'star', label: '开通企业服务', act: 'vip' } satisfies Entry] : []),
    ...(enterpriseCount > 1
      ? [{ key: 'switch', icon: 'building', label: '切换企业', act: 'switch-enterprise' } satisfies Entry]
      : []),
  ];
  const ways: Entry[] = [
    { key: 'settings', icon: 'settings', label: '外观与设置', act: 'settings' },
    ...(phone ? [] : [{ key: 'keys', icon: 'keyboard', label: '键盘快捷键', act: 'shortcuts' } satisfies Entry]),
    ...(phone || !document.fullscreenEnabled
      ? []
      : [
          {
            key: 'full',
            icon: full ? 'unfull' : 'fullscreen',
            label: full ? '退出全屏' : '全屏',
            act: 'full',
          } satisfies Entry,
        ]),
    { key: 'lock', icon: 'lock', label: '锁屏', act: 'lock' },
    { key: 'exit', icon: 'exit', label: '退出登录', act: 'leave' },
  ];
  const item = ({ key, icon, label }: Entry) => ({ key, icon: <Icon name={icon} size={16} />, label });
  return (
    <DropMenu
      within=".top"
      placement="bottomRight"
      items={[
        { key: 'who', type: 'group', label: <Who name={name} below={unit ?? username} /> },
        { type: 'divider' },
        ...own.map(item),
        { type: 'divider' },
        ...ways.map(item),
      ]}
      onChoose={(key) => {
        const act = [...own, ...ways].find((one) => one.key === key)?.act;
        if (act === 'leave') leave(button.current);
        else if (act === 'full') void toggleFullScreen().catch(() => undefined);
        else if (act === 'info') void navigate('/info/index');
        else if (act) openDialog(act, button.current);
      }}
    >
      <button ref={button} type="button" className="me">
        {avatar ? <Portrait url={avatar} name={name} /> : <Letter name={name} />}
        <span className="me-name" title={name}>
          {cutName(name)}
        </span>
        <span className="unseen">用户菜单</span>
      </button>
    </DropMenu>
  );
}

const Letter = ({ name }: { name: string }) => <span className="face" data-letter={[...name][0]} aria-hidden="true" />;

// The user's picture. Until it loads, or when it fails, the first letter of the name shows.
function Portrait({ url, name }: { url: string; name: string }) {
  const { data } = useFileLink(url);
  return data ? <img className="face" src={data.url} alt="" width={28} height={28} /> : <Letter name={name} />;
}

const Who = ({ name, below }: { name: string; below: string }) => (
  <span className="who">
    <strong>{name}</strong>
    {below !== name && <small>{below}</small>}
  </span>
);
