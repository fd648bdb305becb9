import { Activity } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useMenu } from '../menu-of.ts';
import { fleeting } from '../menu-rules.ts';
import { useUnsaved } from './dirty.ts';
import { alive } from './rules.ts';
import { useTabs } from './state.ts';
import { View } from './view.tsx';

/** The pages of the most recent tabs; all but the one in front are asleep (design §3). */
export function Views() {
  const unsaved = useUnsaved();
  const shown = useTabs(useShallow((state) => alive(state, unsaved)));
  const active = useTabs((state) => state.active);
  const gone = fleeting(useMenu());
  // Some entries say that their page does not wait behind others (keepAlive).
  return shown
    .filter(({ id, path }) => id === active || unsaved.has(id) || !gone.has(path))
    .map((tab) => (
      <Activity key={tab.id} mode={tab.id === active ? 'visible' : 'hidden'}>
        <View tab={tab} active={tab.id === active} />
      </Activity>
    ));
}
