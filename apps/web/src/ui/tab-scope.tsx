import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** What a page knows of the tab that it stands in. */
interface Scope {
  /** Whether the tab is in front. */
  active: boolean;
  /** Say whether the tab holds input that is not saved. */
  setDirty: (dirty: boolean) => void;
}

const Context = createContext<Scope>({ active: true, setDirty: () => undefined });

/** The tab around a page. */
export function TabScope({ active, setDirty, children }: Scope & { children: ReactNode }) {
  const scope = useMemo(() => ({ active, setDirty }), [active, setDirty]);
  return <Context value={scope}>{children}</Context>;
}

/** Whether the tab of this page is in front. */
export const useTabActive = (): boolean => useContext(Context).active;

/** Mark this page's tab as holding unsaved input, as long as the flag is set. */
export function useDirty(dirty: boolean): void {
  const { setDirty } = useContext(Context);
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
}
