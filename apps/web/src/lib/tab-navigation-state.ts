/** Navigation state: the page opens at this exact address, even when its tab is already open in another state. */
export const startsFresh = { anew: true } as const;

/** Navigation state used by the menu: an open page shows its last state, with its filters. */
export const restoresState = { left: true } as const;
