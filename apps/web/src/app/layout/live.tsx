import { App } from 'antd';
import { useEffect, Suspense } from 'react';
import { useFirstStands } from '#lib/first-stand.ts';
import { endSession } from '#lib/session.ts';
import { onSignal } from '#lib/signals.ts';
import { later } from '#ui/later.tsx';

const Relay = later(async () => (await import('../live/relay.tsx')).Relay);

/** Hears what concerns the person at once; a session ended from elsewhere says so before it leaves (ST-10). */
export function Live() {
  const { modal } = App.useApp();
  useEffect(
    () =>
      onSignal('dismissed', (text) => {
        modal.warning({ title: '提示', content: text, okText: '重新登录', onOk: () => endSession(text) });
      }),
    [modal],
  );
  const stands = useFirstStands();
  return <Suspense fallback={null}>{stands && <Relay />}</Suspense>;
}
