import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { setLocked } from '#lib/lock.ts';
import { onSignal } from '#lib/signals.ts';
import { createRouter } from './router.tsx';

const router = createRouter();

/** Everything that moves by routes. */
export function App() {
  useEffect(() => {
    const stops = [
      onSignal('ended', (notice) => {
        void router.navigate('/login', { replace: true, state: notice === undefined ? null : { notice } });
      }),
      onSignal('locked', () => {
        setLocked(true);
        void router.navigate('/lock', { replace: true });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return <RouterProvider router={router} />;
}
