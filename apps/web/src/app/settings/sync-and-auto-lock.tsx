import { Suspense, useEffect, useState } from 'react';
import { useShellSetting } from '#lib/settings.ts';
import { onSignal } from '#lib/app-events.ts';
import { tokens } from '#lib/tokens.ts';
import { fetchMenu } from '#ui/drop-menu.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { fetchDialog } from '../dialogs/host.tsx';
import { watchIdle } from '../lock/auto-lock.ts';
import { fetchLockPage } from '../outside-lock.tsx';
import { syncSettings } from './sync.ts';

const LockSoon = lazyPart(async () => (await import('../lock/lock-soon.tsx')).LockSoon);
/** The code of the lock page loads this long after the first page, in milliseconds. */
const aheadMs = 4_000;

export function Upkeep() {
  const autoLockMinutes = useShellSetting('autoLockMinutes');
  const [lockAt, setLockAt] = useState<number | null>(null);
  useEffect(() => syncSettings(tokens()?.userId ?? ''), []);
  useEffect(() => {
    if (autoLockMinutes === 0) return undefined;
    LockSoon.ahead();
    return watchIdle(autoLockMinutes, setLockAt);
  }, [autoLockMinutes]);
  // The screen must also lock without a network, so the code is fetched early.
  useEffect(() => {
    const fetchAll = () => {
      fetchLockPage();
      fetchDialog('lock');
      // On a phone the lock dialog opens from a menu, so the menu is prefetched too.
      fetchMenu();
    };
    const timer = setTimeout(fetchAll, aheadMs);
    const stop = onSignal('back', fetchAll);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    lockAt !== null && (
      <Suspense fallback={null}>
        <LockSoon lockAt={lockAt} />
      </Suspense>
    )
  );
}
