import { App } from 'antd';
import { goOver } from '#modules/session-own/calls.ts';
import { useWho } from '#lib/person.ts';
import { setUnsaved, useUnsaved } from './tabs/dirty.ts';
import { useTabs } from './tabs/state.ts';

/** Going over to another enterprise: what would be lost, and the way there (ST-04). */
export function useSwitching() {
  const { modal, message } = App.useApp();
  const phone = useWho().sysUser.phone ?? '';
  const dirty = useUnsaved();
  const tabs = useTabs((state) => state.tabs);
  const lost = tabs.filter(({ id }) => dirty.has(id)).map(({ label }) => label);
  const arrive = () => {
    // The person has agreed: the browser need not ask again.
    for (const { id } of tabs) setUnsaved(id, false);
    location.replace('/');
  };
  const go = async (id: string) => {
    await goOver(id, phone);
    arrive();
  };
  return {
    /** Names of the tabs whose input would be lost. */
    lost,
    /** The session has gone over: begin anew. */
    arrive,
    /** Goes over at once, but asks first where something would be lost. */
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
