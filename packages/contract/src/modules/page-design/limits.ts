/** What a design may be at most; anything beyond is refused before it is read. */
export const designLimits = {
  /** Characters of the whole design. */
  characters: 512 * 1024,
  parts: 1_000,
  /** Brackets inside one another; our own deepest design has 11. */
  brackets: 16,
  /** Columns inside columns. */
  nesting: 2,
  /** Faults that are told at once. */
  told: 20,
} as const;
