import { useNavigate } from 'react-router';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { isDark, setTheme, useTheme } from '#lib/theme.ts';
import type { IconName } from '#ui/icon.tsx';
import { useTray } from '#widgets/tasks/job-state.ts';
import { openDialog, type DialogName } from '../dialogs.ts';
import { toggleFullScreen, useFullScreen } from '../layout/full-screen.tsx';
import { useLeaving } from '../layout/use-sign-out.ts';
import { useTabs } from '../tabs/state.ts';
import { useChoosing } from '../tabs/use-closing.ts';

export interface Action {
  key: string;
  label: string;
  pinyin: string;
  icon: IconName;
  act: () => void;
}

export function useActions(): Action[] {
  const navigate = useNavigate();
  const dark = isDark(useTheme());
  const full = useFullScreen();
  const choosing = useChoosing();
  const leave = useLeaving();
  const { active, tabs } = useTabs();
  const { sysUser, enterpriseCount } = useCurrentUser();
  const named = useHasPermit('bus:enterprise:logo') && sysUser.shopId !== null;
  const pays = useHasPermit('bus:enterprise:pay') && sysUser.shopId !== null;
  const opens = (name: DialogName) => () => openDialog(name, null);
  const when = (yes: boolean, action: Action) => (yes ? [action] : []);
  return [
    {
      key: 'theme',
      label: dark ? '切换到浅色' : '切换到深色',
      pinyin: dark ? 'qhdqs qiehuandaoqianse' : 'qhdss qiehuandaoshense',
      icon: dark ? 'sun' : 'moon',
      act: () => setTheme({ name: dark ? 'theme-white' : 'theme-black' }),
    },
    { key: 'themes', label: '主题', pinyin: 'zt zhuti', icon: 'theme', act: opens('theme') },
    { key: 'colour', label: '主题色', pinyin: 'zts zhutise', icon: 'palette', act: opens('colour') },
    { key: 'settings', label: '外观与设置', pinyin: 'wgysz waiguanyushezhi', icon: 'settings', act: opens('settings') },
    ...when(document.fullscreenEnabled, {
      key: 'full',
      label: full ? '退出全屏' : '全屏',
      pinyin: full ? 'tcqp tuichuquanping' : 'qp quanping',
      icon: full ? 'unfull' : 'fullscreen',
      act: () => void toggleFullScreen().catch(() => undefined),
    }),
    { key: 'lock', label: '锁屏', pinyin: 'sp suoping', icon: 'lock', act: opens('lock') },
    {
      key: 'reload',
      label: '重新加载当前页签',
      pinyin: 'cxjzdqyq chongxinjiazaidangqianyeqian',
      icon: 'reload',
      act: () => choosing(active, 'reload'),
    },
    ...when(tabs.length > 1, {
      key: 'others',
      label: '关闭其他页签',
      pinyin: 'gbqtyq guanbiqitayeqian',
      icon: 'close',
      act: () => choosing(active, 'others'),
    }),
    ...when(tabs.length > 1, {
      key: 'all',
      label: '关闭全部页签',
      pinyin: 'gbqbyq guanbiquanbuyeqian',
      icon: 'close',
      act: () => choosing(active, 'all'),
    }),
    {
      key: 'tasks',
      label: '我的任务',
      pinyin: 'wdrw woderenwu',
      icon: 'list',
      act: () => useTray.setState({ open: true }),
    },
    {
      key: 'info',
      label: '个人信息',
      pinyin: 'grxx gerenxinxi',
      icon: 'user',
      act: () => void navigate('/info/index'),
    },
    ...when(sysUser.phone !== null, {
      key: 'phone',
      label: '修改绑定手机号',
      pinyin: 'xgbdsjh xiugaibangdingshoujihao',
      icon: 'phone',
      act: opens('change-phone'),
    }),
    { key: 'permits', label: '我的权限', pinyin: 'wdqx wodequanxian', icon: 'key', act: opens('my-permits') },
    ...when(named, {
      key: 'system',
      label: '系统设置',
      pinyin: 'xtsz xitongshezhi',
      icon: 'image',
      act: opens('system-settings'),
    }),
    ...when(pays, {
      key: 'vip',
      label: '开通企业服务',
      pinyin: 'ktqyfw kaitongqiyefuwu',
      icon: 'star',
      act: opens('vip'),
    }),
    ...when(enterpriseCount > 1, {
      key: 'switch',
      label: '切换企业',
      pinyin: 'qhqy qiehuanqiye',
      icon: 'building',
      act: opens('switch-enterprise'),
    }),
    { key: 'keys', label: '键盘快捷键', pinyin: 'jpkjj jianpankuaijiejian', icon: 'keyboard', act: opens('shortcuts') },
    { key: 'exit', label: '退出登录', pinyin: 'tcdl tuichudenglu', icon: 'exit', act: () => leave(null) },
  ];
}
