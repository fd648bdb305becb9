import type { RiskText } from '@anlan/contract/modules/risk/rule';
import { readWarning } from '#modules/risk/calls.ts';
import { isShown, useWarning } from '#modules/risk/state.ts';
import { onFrame } from '#lib/live.ts';
import { isLocked } from '#lib/lock.ts';
import { tokens } from '#lib/tokens.ts';
import { openDialog, useDialogs } from '../dialogs.ts';

// What is changed between asking and listening is heard by nobody: the line is waited for, though not for ever.
const lineMs = 2_000;
const againMs = 500;
// Everybody of a unit hears of a change in the same moment.
const spreadMs = 1_000;
// Whoever is typing would answer a dialog that comes between with the next key.
const quietMs = 1_500;

const isHidden = () => document.visibilityState === 'hidden';
const hasDialog = () =>
  useDialogs.getState().open.length > 0 ||
  [...document.querySelectorAll('[aria-modal=true], dialog[open]')].some((box) => box.checkVisibility());

/**
 * Shows the risk warning once a browser session (ST-09), and a changed one as soon as the server tells of it. It waits
 * until the tab is in front, nothing else asks for an answer, and nobody is typing; the answer stops watching.
 */
export function watchRisk(): () => void {
  let over = false;
  let stale = true;
  let asked = 0;
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
      const turn = (asked += 1);
      // Whoever cannot be told now is told with the next page.
      const text = await readWarning().catch(() => null);
      if (over || turn !== asked) return;
      waiting = text;
    }
    const userId = tokens()?.userId;
    if (waiting === null || userId === undefined) return;
    // Another browser tab may have been first.
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
