/** Whose phone stands for an enterprise: whoever runs it, else whoever came first. */
export function contactOf<T extends { runs: boolean }>(people: readonly T[]): T | undefined {
  return people.find(({ runs }) => runs) ?? people[0];
}
