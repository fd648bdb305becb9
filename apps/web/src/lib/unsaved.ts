let losing: () => boolean = () => false;

/** Say how to find out whether somebody typed what would be lost if the page were loaded anew. */
export const tellUnsaved = (ask: () => boolean): void => void (losing = ask);

/** Whether loading the page anew would lose what somebody typed. */
export const wouldLose = (): boolean => losing();
