import { App } from 'antd';
import { isOwed, useOutbox } from '#lib/kept/outbox.ts';
import { signOff } from '#lib/session.ts';

/** Signing out, after a question. */
export function useLeaving(): (from: HTMLElement | null) => void {
  const { modal } = App.useApp();
  return (from) => {
    // What was done here and has not arrived stays sealed, and opens only when the same person signs in here again.
    const owed = useOutbox.getState().works.filter(isOwed).length;
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
