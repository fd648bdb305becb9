import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { setLocked } from '#lib/lock.ts';
import { endSession } from '#lib/session.ts';
import { onSignal } from '#lib/signals.ts';
import { createRouter } from './router.tsx';

const router = createRouter();
const toLogin = (notice?: string) =>
  void router.navigate('/login', { replace: true, state: notice ? { notice } : null });

/** Everything that moves by routes. */
export function App() {
  useEffect(() => {
    const stops = [
      onSignal('expired', async (notice) => {
        await endSession({ tell: false });
        toLogin(notice);
      }),
      onSignal('ended', () => toLogin()),
      onSignal('locked', () => {
        setLocked(true);
        void router.navigate('/lock', { replace: true });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return <RouterProvider router={router} />;
}
