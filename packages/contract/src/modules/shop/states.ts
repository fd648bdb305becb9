export const shopStates = { applied: '0', open: '1', rejected: '2', closed: '3' } as const;
export type ShopState = keyof typeof shopStates;
