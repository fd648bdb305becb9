import type { MenuProps } from 'antd';
import { closable, close, closeAll, closeOthers, closeSide, pin, type Tabs } from './rules.ts';

export const changes: Record<string, (id: string) => (state: Tabs) => Tabs> = {
  pin: (id) => (state) => pin(state, id, !state.tabs.some((one) => one.id === id && one.meta.pinned)),
  close: (id) => (state) => close(state, id),
  left: (id) => (state) => closeSide(state, id, 'left'),
  right: (id) => (state) => closeSide(state, id, 'right'),
  others: (id) => (state) => closeOthers(state, id),
  all: () => closeAll,
};

export function choicesOf(state: Tabs, id: string): NonNullable<MenuProps['items']> {
  const pinned = state.tabs.some((one) => one.id === id && one.meta.pinned);
  const idle = (key: string) => changes[key]?.(id)(state).tabs.length === state.tabs.length;
  return [
    { key: 'reload', label: '重新加载' },
    { key: 'pin', label: pinned ? '取消固定' : '固定页签', disabled: state.tabs[0]?.id === id },
    { type: 'divider' },
    { key: 'close', label: '关闭', disabled: !closable(state, id) },
    { key: 'left', label: '关闭左侧', disabled: idle('left') },
    { key: 'right', label: '关闭右侧', disabled: idle('right') },
    { key: 'others', label: '关闭其他' },
    { key: 'all', label: '关闭全部' },
  ];
}
