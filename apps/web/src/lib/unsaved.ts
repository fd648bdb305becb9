let losing: () => boolean = () => false;

/** Registers a function that returns whether a reload would lose unsaved input. */
export const registerUnsavedCheck = (ask: () => boolean): void => void (losing = ask);

export const hasUnsavedInput = (): boolean => losing();
