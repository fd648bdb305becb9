/** Masks a name except its first character. */
export function maskName(name: string): string {
  const [first = '', ...rest] = [...name.trim()];
  return `${first}${'*'.repeat(Math.min(2, Math.max(1, rest.length)))}`;
}
