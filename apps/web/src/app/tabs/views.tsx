import { Activity } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useUnsaved } from './dirty.ts';
import { alive } from './rules.ts';
import { useTabs } from './state.ts';
import { View } from './view.tsx';

/** The pages of the most recent tabs; all but the one in front are asleep (design §3). */
export function Views() {
  const unsaved = useUnsaved();
  const shown = useTabs(useShallow((state) => alive(state, unsaved)));
  const active = useTabs((state) => state.active);
  return shown.map((tab) => (
    <Activity key={tab.id} mode={tab.id === active ? 'visible' : 'hidden'}>
      <View tab={tab} active={tab.id === active} />
    </Activity>
  ));
}
