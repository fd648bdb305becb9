/** Hides all of a name but its first character: enough for its owner, nothing for others. */
export function maskName(name: string): string {
  const [first = '', ...rest] = [...name.trim()];
  return `${first}${'*'.repeat(Math.min(2, Math.max(1, rest.length)))}`;
}

/** Whose phone stands for an enterprise: whoever runs it, else whoever came first. */
export function contactOf<T extends { runs: boolean }>(people: readonly T[]): T | undefined {
  return people.find(({ runs }) => runs) ?? people[0];
}
