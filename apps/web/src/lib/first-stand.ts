import { create } from 'zustand';

/** Whether the first page stands: what nobody waits for is neither fetched nor drawn before it. */
export const useFirstStands = create<boolean>(() => false);
/** The first page stands. */
export const firstStands = (): void => useFirstStands.setState(true, true);
