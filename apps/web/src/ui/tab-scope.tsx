import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** What a page knows of the tab that it stands in. */
interface Scope {
  /** Whether the tab is in front. */
  active: boolean;
  /** Say whether the tab holds input that is not saved. */
  setDirty: (dirty: boolean) => void;
  /** Call the tab by another name than its menu entry's. */
  setLabel: (label: string) => void;
}

const Context = createContext<Scope>({ active: true, setDirty: () => undefined, setLabel: () => undefined });

/** The tab around a page. */
export function TabScope({ active, setDirty, setLabel, children }: Scope & { children: ReactNode }) {
  const scope = useMemo(() => ({ active, setDirty, setLabel }), [active, setDirty, setLabel]);
  return <Context value={scope}>{children}</Context>;
}

/** Whether the tab of this page is in front. */
export const useTabActive = (): boolean => useContext(Context).active;

/** Mark this page's tab as holding unsaved input, as long as the flag is set. */
export function useDirty(dirty: boolean): void {
  const { setDirty } = useContext(Context);
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
}

/** Call this page's tab by the name of what it shows, once that is known. */
export function useTabLabel(label: string | undefined): void {
  const { setLabel } = useContext(Context);
  useEffect(() => {
    if (label) setLabel(label);
  }, [label, setLabel]);
}
