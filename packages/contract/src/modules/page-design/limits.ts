/** Upper limits for the size of a design, checked before parsing. */
export const designLimits = {
  characters: 512 * 1024,
  parts: 1_000,
  /** Maximum nesting of brackets; our own deepest design has 11 levels. */
  brackets: 16,
  /** Maximum nesting of columns. */
  nesting: 2,
  /** Maximum number of problems in one report. */
  told: 20,
} as const;
