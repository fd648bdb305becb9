/** The state of a link whose page begins anew at that very address, also where its tab stands open and was left elsewhere. */
export const beginsAnew = { anew: true } as const;
