import { createContext } from 'react';

/** Opens the transfer to another region from within the form; undefined where this person may not. */
export const RegionMove = createContext<(() => void) | undefined>(undefined);
