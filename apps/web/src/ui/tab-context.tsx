import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';

interface Scope {
  id: string;
  setDirty: (dirty: boolean, drafted?: boolean, draft?: string) => void;
  setLabel: (label: string) => void;
}

const Context = createContext<Scope>({
  id: '',
  setDirty: () => undefined,
  setLabel: () => undefined,
});

// Whether the tab is in front. It has its own context, so that a tab switch does not re-render the pages.
const Active = createContext(true);

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

export const useTabId = (): string => useContext(Context).id;

export const useTabActive = (): boolean => useContext(Active);

/**
 * Marks the tab as unsaved while `dirty` is true. `drafted`: a draft contains the input, so a reload does not lose it.
 */
export function useDirty(dirty: boolean, drafted = false, draft?: string): void {
  const { setDirty } = useContext(Context);
  useEffect(() => setDirty(dirty, drafted, draft), [dirty, drafted, draft, setDirty]);
}

export function useClean(): () => void {
  const { setDirty } = useContext(Context);
  return () => setDirty(false);
}

export function useTabLabel(label: string | undefined): void {
  const { setLabel } = useContext(Context);
  useEffect(() => {
    if (label) setLabel(label);
  }, [label, setLabel]);
}
