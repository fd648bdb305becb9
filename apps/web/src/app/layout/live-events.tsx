import { App } from 'antd';
import { useEffect, Suspense } from 'react';
import { useFirstPageReady } from '#lib/first-page-ready.ts';
import { endSession } from '#lib/session.ts';
import { onSignal } from '#lib/app-events.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const Relay = lazyPart(async () => (await import('../live/server-event-handler.tsx')).Relay);

/** Subscribes to events of the user. A session that ended elsewhere shows a message before sign-out (ST-10). */
export function Live() {
  const { modal } = App.useApp();
  useEffect(
    () =>
      onSignal('dismissed', (text) => {
        modal.warning({ title: '提示', content: text, okText: '重新登录', onOk: () => endSession(text) });
      }),
    [modal],
  );
  const stands = useFirstPageReady();
  return <Suspense fallback={null}>{stands && <Relay />}</Suspense>;
}
