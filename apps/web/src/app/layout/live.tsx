import { App } from 'antd';
import { useEffect } from 'react';
import { endSession } from '#lib/session.ts';
import { onSignal } from '#lib/signals.ts';

/** Hears what concerns the person at once; a session ended from elsewhere says so before it leaves (ST-10). */
export function Live() {
  const { modal } = App.useApp();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void import('#lib/live.ts').then(({ listenLive }) => {
      if (!gone) stop = listenLive();
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  useEffect(
    () =>
      onSignal('dismissed', (text) => {
        modal.warning({ title: '提示', content: text, okText: '重新登录', onOk: () => endSession(text) });
      }),
    [modal],
  );
  return null;
}
