import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { changes } from './tab-menu-actions.ts';
import { discardInput, isUnsaved, useUnsaved } from './dirty.ts';
import { addressOf, type Tab, type Tabs } from './rules.ts';
import { changeTabs, reloadTab, useTabs } from './state.ts';

export function useChoosing() {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const client = useQueryClient();

  const ask = (lost: readonly Tab[], verb: string, go: () => void) => {
    if (lost.length === 0) return go();
    modal.confirm({
      title: '提示',
      content: `“${lost.map(({ label }) => label).join('”、“')}”有未保存的内容，${verb}后将丢失，是否继续?`,
      okText: verb,
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: go,
    });
  };
  const change = (by: (state: Tabs) => Tabs) => {
    const before = useTabs.getState();
    const remainingIds = new Set(by(before).tabs.map(({ id }) => id));
    const lost = before.tabs.filter(({ id }) => !remainingIds.has(id) && isUnsaved(id));
    ask(lost, '关闭', () => {
      for (const { id } of lost) discardInput(id);
      const to = changeTabs(by);
      if (useTabs.getState().active !== before.active) void navigate(to);
    });
  };

  return (id: string, key: string) => {
    const tab = useTabs.getState().tabs.find((one) => one.id === id);
    const by = changes[key]?.(id);
    if (by) change(by);
    else if (tab && key === 'reload')
      ask(isUnsaved(id) ? [tab] : [], '重新加载', () => {
        discardInput(id);
        // Marks all data as stale: this page refetches at once, other pages when they are shown.
        void client.invalidateQueries({ refetchType: 'none' });
        reloadTab(id);
        if (id !== useTabs.getState().active) void navigate(addressOf(tab));
      });
  };
}

/** Makes the browser ask before the page unloads while there is unsaved input. */
export function useLeaveWarning(): void {
  const unsaved = useUnsaved().size > 0;
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
