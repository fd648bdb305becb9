/** Limits: views per person and list, and length of name and query in characters. */
export const viewLimits = { perList: 50, nameChars: 30, queryChars: 2_000 } as const;
