import { create } from 'zustand';

/** Whether the first page is shown. Everything that the first page does not need loads after that. */
export const useFirstPageReady = create<boolean>(() => false);
export const markFirstPageReady = (): void => useFirstPageReady.setState(true, true);
