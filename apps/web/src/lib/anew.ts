/** The state of a link whose page begins anew at that very address, also where its tab stands open and was left elsewhere. */
export const beginsAnew = { anew: true } as const;

/** State of a step by the menu: a screen that is open comes back as it was left, its filters with it. */
export const asLeft = { left: true } as const;
