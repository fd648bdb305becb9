import type { RiskText } from '@anlan/contract/modules/risk/rule';
import { readWarning } from '#modules/risk/calls.ts';
import { isShown, useWarning } from '#modules/risk/state.ts';
import { onFrame } from '#lib/live.ts';
import { isLocked } from '#lib/lock.ts';
import { tokens } from '#lib/tokens.ts';
import { openDialog, useDialogs } from '../dialogs.ts';

// The read waits at most this long (milliseconds) for the event stream. A change between read and subscription would be
// missed.
const lineMs = 2_000;
const againMs = 500;
// Upper limit of a random delay in milliseconds: all users of a tenant get the change at the same moment.
const spreadMs = 1_000;
// The dialog opens only after this time without a key press (milliseconds). Otherwise the next key could close it.
const quietMs = 1_500;

const isHidden = () => document.visibilityState === 'hidden';
const hasDialog = () =>
  useDialogs.getState().open.length > 0 ||
  [...document.querySelectorAll('[aria-modal=true], dialog[open]')].some((box) => box.checkVisibility());

/**
 * Shows the risk warning once per browser session (ST-09), and again when it changes. It waits until the tab is
 * visible, no dialog is open and the user is not typing. Returns a stop function.
 */
export function watchRisk(): () => void {
  let over = false;
  let stale = true;
  let latestTurn = 0;
  let typedAt = 0;
  let waiting: RiskText | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number) => {
    clearTimeout(timer);
    if (!over) timer = setTimeout(() => void step(), ms);
  };
  const isBusy = () => isHidden() || isLocked() || hasDialog() || Date.now() - typedAt < quietMs;

  async function step() {
    if (isHidden()) return later(againMs);
    if (stale) {
      stale = false;
      const turn = (latestTurn += 1);
      // When the read fails, the next page load shows the warning.
      const text = await readWarning().catch(() => null);
      if (over || turn !== latestTurn) return;
      waiting = text;
    }
    const userId = tokens()?.userId;
    if (waiting === null || userId === undefined) return;
    // Another browser tab may have shown the warning first.
    if (isShown(userId, waiting)) return;
    if (isBusy()) return later(againMs);
    useWarning.setState({ text: waiting });
    waiting = null;
    openDialog('risk-warning');
  }
  const anew = () => {
    stale = true;
    later(Math.random() * spreadMs);
  };
  const note = () => {
    typedAt = Date.now();
  };

  addEventListener('keydown', note, { capture: true, passive: true });
  const stops = [
    onFrame('ready', () => {
      stale = true;
      later(0);
    }),
    onFrame('8', ({ title }) => {
      if (title === undefined) anew();
    }),
  ];
  later(lineMs);
  return () => {
    over = true;
    clearTimeout(timer);
    removeEventListener('keydown', note, { capture: true });
    for (const stop of stops) stop();
  };
}
