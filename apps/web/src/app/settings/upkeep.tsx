import { Suspense, useEffect, useState } from 'react';
import { useShellSetting } from '#lib/settings.ts';
import { onSignal } from '#lib/signals.ts';
import { tokens } from '#lib/tokens.ts';
import { fetchMenu } from '#ui/drop-menu.tsx';
import { later } from '#ui/later.tsx';
import { fetchDialog } from '../dialogs/host.tsx';
import { watchIdle } from '../lock/auto-lock.ts';
import { fetchLockPage } from '../outside-lock.tsx';
import { syncSettings } from './sync.ts';

const LockSoon = later(async () => (await import('../lock/lock-soon.tsx')).LockSoon);
/** What locks a screen waits until the first page has come. */
const aheadMs = 4_000;

/** Keeps settings in step with the server, and locks a screen that nobody is at. */
export function Upkeep() {
  const autoLockMinutes = useShellSetting('autoLockMinutes');
  const [lockAt, setLockAt] = useState<number | null>(null);
  useEffect(() => syncSettings(tokens()?.userId ?? ''), []);
  useEffect(() => {
    if (autoLockMinutes === 0) return undefined;
    LockSoon.ahead();
    return watchIdle(autoLockMinutes, setLockAt);
  }, [autoLockMinutes]);
  // A screen locks without a network too, and what it needs for that is here by then.
  useEffect(() => {
    const fetchAll = () => {
      fetchLockPage();
      fetchDialog('lock');
      // On a phone the way to it is in a menu.
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
