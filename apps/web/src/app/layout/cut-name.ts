/** A nickname as the top bar shows it: beyond ten characters dots stand for the rest (LY-05). */
export function cutName(name: string): string {
  const letters = [...name];
  return letters.length > 10 ? `${letters.slice(0, 10).join('')}…` : name;
}
