const works = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchstart', 'drop'] as const;
// What somebody asks for by a press leaves within moments of it.
const afterMs = 30_000;
let lastAt: number | undefined;

/** Listen for what a person does at this page, as long as it lives. */
export function watchWork(): void {
  const note = () => {
    lastAt = Date.now();
  };
  note();
  for (const name of works) addEventListener(name, note, { capture: true, passive: true });
}

/** Whether nobody has done anything here lately: what the page asks for then it asks for by itself (S13). */
export const isUnattended = (): boolean => lastAt !== undefined && Date.now() - lastAt > afterMs;
