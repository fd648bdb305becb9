import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { recordThrown } from '#lib/error-log.ts';
import { setLocked } from '#lib/lock.ts';
import { onSignal } from '#lib/app-events.ts';
import { restrictedPaths } from './guard-rules.ts';
import { router } from './router.tsx';
import { lastAddress } from './tabs/state.ts';

export function App() {
  useEffect(() => {
    const stops = [
      onSignal('ended', (notice) => {
        void router.navigate('/login', { replace: true, state: notice === undefined ? null : { notice } });
      }),
      onSignal('locked', (locked) => {
        setLocked(locked);
        void router.navigate('/lock', { replace: true });
      }),
      onSignal('opened', () => void router.navigate(lastAddress(), { replace: true })),
      onSignal('held', (hold) => void router.navigate(restrictedPaths[hold], { replace: true })),
      onSignal('switched', () => location.replace('/')),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return <RouterProvider router={router} onError={(error) => recordThrown('js', error)} />;
}
