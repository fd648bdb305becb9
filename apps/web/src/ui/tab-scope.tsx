import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

/** What a page knows of the tab that it stands in. */
interface Scope {
  /** Which tab. */
  id: string;
  /** Say whether the tab holds input that is not saved, whether a draft that outlives the page holds it all, and which. */
  setDirty: (dirty: boolean, drafted?: boolean, draft?: string) => void;
  /** Call the tab by another name than its menu entry's. */
  setLabel: (label: string) => void;
}

const Context = createContext<Scope>({
  id: '',
  setDirty: () => undefined,
  setLabel: () => undefined,
});

// By itself: a page that goes to the back or comes to the front is not drawn anew for it.
const Active = createContext(true);

/** The tab around a page; `active` while it is in front. */
export function TabScope({
  id,
  active,
  setDirty,
  setLabel,
  children,
}: Scope & { active: boolean; children: ReactNode }) {
  const scope = useMemo(() => ({ id, setDirty, setLabel }), [id, setDirty, setLabel]);
  return (
    <Context value={scope}>
      <Active value={active}>{children}</Active>
    </Context>
  );
}

/** Which tab this page stands in: a page notes it in the steps of the history that it makes itself. */
export const useTabId = (): string => useContext(Context).id;

/** Whether the tab of this page is in front. */
export const useTabActive = (): boolean => useContext(Active);

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
