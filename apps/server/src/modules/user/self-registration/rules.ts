/** Contact person of an enterprise: its administrator, or else its oldest account. */
export function contactOf<T extends { runs: boolean }>(people: readonly T[]): T | undefined {
  return people.find(({ runs }) => runs) ?? people[0];
}
