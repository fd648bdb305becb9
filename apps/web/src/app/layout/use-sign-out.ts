import { App } from 'antd';
import { isPending, useOutbox } from '#lib/offline/outbox.ts';
import { signOff } from '#lib/session.ts';

export function useLeaving(): (from: HTMLElement | null) => void {
  const { modal } = App.useApp();
  return (from) => {
    // Number of offline work items not yet sent. They stay encrypted on the device, and only the same user can open
    // them after sign-in.
    const owed = useOutbox.getState().works.filter(isPending).length;
    void modal.confirm({
      title: '提示',
      content:
        owed > 0
          ? `本机还有 ${owed} 项没有送出。退出后这些内容加密留在本机，只有您再次在本机登录才能打开和发送。是否退出系统, 是否继续?`
          : '是否退出系统, 是否继续?',
      okText: '退出登录',
      cancelText: '取消',
      onOk: () => signOff(),
      afterClose: () => from?.focus(),
    });
  };
}
