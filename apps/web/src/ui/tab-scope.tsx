import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** What a page knows of the tab that it stands in. */
interface Scope {
  /** Which tab. */
  id: string;
  /** Whether the tab is in front. */
  active: boolean;
  /** Say whether the tab holds input that is not saved, whether a draft that outlives the page holds it all, and which. */
  setDirty: (dirty: boolean, drafted?: boolean, draft?: string) => void;
  /** Call the tab by another name than its menu entry's. */
  setLabel: (label: string) => void;
}

const Context = createContext<Scope>({
  id: '',
  active: true,
  setDirty: () => undefined,
  setLabel: () => undefined,
});

/** The tab around a page. */
export function TabScope({ id, active, setDirty, setLabel, children }: Scope & { children: ReactNode }) {
  const scope = useMemo(() => ({ id, active, setDirty, setLabel }), [id, active, setDirty, setLabel]);
  return <Context value={scope}>{children}</Context>;
}

/** Which tab this page stands in: a page notes it in the steps of the history that it makes itself. */
export const useTabId = (): string => useContext(Context).id;

/** Whether the tab of this page is in front. */
export const useTabActive = (): boolean => useContext(Context).active;

/** Mark this page's tab as holding unsaved input, as long as the flag is set; what a draft holds outlives a reload. */
export function useDirty(dirty: boolean, drafted = false, draft?: string): void {
  const { setDirty } = useContext(Context);
  useEffect(() => setDirty(dirty, drafted, draft), [dirty, drafted, draft, setDirty]);
}

/** Take the mark of unsaved input from this page's tab: what held it goes away with its input. */
export function useClean(): () => void {
  const { setDirty } = useContext(Context);
  return () => setDirty(false);
}

/** Call this page's tab by the name of what it shows, once that is known. */
export function useTabLabel(label: string | undefined): void {
  const { setLabel } = useContext(Context);
  useEffect(() => {
    if (label) setLabel(label);
  }, [label, setLabel]);
}
