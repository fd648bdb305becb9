/** Hides all of a name but its first character: enough for its owner, nothing for others. */
export function maskName(name: string): string {
  const [first = '', ...rest] = [...name.trim()];
  return `${first}${'*'.repeat(Math.min(2, Math.max(1, rest.length)))}`;
}
