/** How many views a person keeps of one list, and how long name and query may be. */
export const viewLimits = { perList: 50, nameChars: 30, queryChars: 2_000 } as const;
