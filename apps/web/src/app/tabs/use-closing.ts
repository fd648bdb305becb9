import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isUnsaved, useUnsaved } from './dirty.ts';
import { closeAll, closeOthers, close, type Tabs } from './rules.ts';
import { closeAllTabs, closeOtherTabs, closeTab, useTabs } from './state.ts';

/** Ways to close tabs that ask first when input would be lost. */
export function useClosing() {
  const { modal } = App.useApp();
  const navigate = useNavigate();

  const ask = (next: (state: Tabs) => Tabs, act: () => string) => {
    const before = useTabs.getState();
    const kept = new Set(next(before).tabs.map(({ id }) => id));
    const lost = before.tabs.filter(({ id }) => !kept.has(id) && isUnsaved(id));
    const go = () => void navigate(act());
    if (lost.length === 0) return go();
    modal.confirm({
      title: '提示',
      content: `“${lost.map(({ label }) => label).join('”、“')}”有未保存的内容，关闭后将丢失，是否继续?`,
      okText: '关闭',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: go,
    });
  };

  return {
    one: (id: string) =>
      ask(
        (state) => close(state, id),
        () => closeTab(id),
      ),
    others: (id: string) =>
      ask(
        (state) => closeOthers(state, id),
        () => closeOtherTabs(id),
      ),
    all: () => ask(closeAll, closeAllTabs),
  };
}

/** Let the browser ask before the whole page goes while input is unsaved. */
export function useLeaveWarning(): void {
  const unsaved = useUnsaved().size > 0;
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
