import { App } from 'antd';
import { switchEnterprise } from '#modules/session-own/calls.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { setUnsaved, useUnsaved } from './tabs/dirty.ts';
import { useTabs } from './tabs/state.ts';

/** Hook for switching the enterprise: the labels of tabs that would lose input, and the switch (ST-04). */
export function useSwitching() {
  const { modal, message } = App.useApp();
  const phone = useCurrentUser().sysUser.phone ?? '';
  const dirty = useUnsaved();
  const tabs = useTabs((state) => state.tabs);
  const lost = tabs.filter(({ id }) => dirty.has(id)).map(({ label }) => label);
  const arrive = () => {
    // The user has agreed to lose the input, so the browser must not ask again.
    for (const { id } of tabs) setUnsaved(id, false);
    location.replace('/');
  };
  const go = async (id: string) => {
    await switchEnterprise(id, phone);
    arrive();
  };
  return {
    lost,
    arrive,
    /** Switches at once; asks first when input would be lost. */
    begin({ id, name }: { id: string; name: string }, from: HTMLElement | null): void {
      const run = () =>
        go(id).catch((error: unknown) => {
          void message.warning(error instanceof Error ? error.message : '切换企业失败');
        });
      if (lost.length === 0) return void run();
      modal.confirm({
        title: `切换到“${name}”`,
        content: `“${lost.join('”、“')}”有未保存的内容，切换后将丢失，是否继续?`,
        okText: '切换',
        okButtonProps: { danger: true },
        cancelText: '取消',
        onOk: run,
        afterClose: () => from?.focus(),
      });
    },
  };
}
