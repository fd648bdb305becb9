const works = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchstart', 'drop'] as const;
// A call within this time after the user's last action counts as caused by the user. Milliseconds.
const afterMs = 30_000;
let lastAt: number | undefined;

export function watchActivity(): void {
  const note = () => {
    lastAt = Date.now();
  };
  note();
  for (const name of works) addEventListener(name, note, { capture: true, passive: true });
}

/** Whether the user did nothing here recently. Then requests come from the page itself, not from the user (S13). */
export const isUnattended = (): boolean => lastAt !== undefined && Date.now() - lastAt > afterMs;
