/** Cuts a nickname after ten characters and adds an ellipsis (LY-05). */
export function cutName(name: string): string {
  const letters = [...name];
  return letters.length > 10 ? `${letters.slice(0, 10).join('')}…` : name;
}
