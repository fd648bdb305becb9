import { App } from 'antd';
import { signOff } from '#lib/session.ts';

/** Signing out, after a question. */
export function useLeaving(): (from: HTMLElement | null) => void {
  const { modal } = App.useApp();
  return (from) =>
    void modal.confirm({
      title: '提示',
      content: '是否退出系统, 是否继续?',
      okText: '退出登录',
      cancelText: '取消',
      onOk: () => signOff(),
      afterClose: () => from?.focus(),
    });
}
