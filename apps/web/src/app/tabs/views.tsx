import { useLocation } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { missingPath } from '../guard-rules.ts';
import { useMenu } from '../menu-of.ts';
import { fleeting } from '../menu-rules.ts';
import { useUnsaved } from './dirty.ts';
import { Kept } from './kept.tsx';
import { Missing } from './missing.tsx';
import { alive } from './rules.ts';
import { useTabEvents, useTabs } from './state.ts';
import { View } from './view.tsx';

/** The pages of the most recent tabs; all but the one in front are asleep (design §3). */
export function Views() {
  const unsaved = useUnsaved();
  const shown = useTabs(useShallow((state) => alive(state, unsaved)));
  const active = useTabs((state) => state.active);
  const rounds = useTabEvents((events) => events.rounds);
  const missing = useLocation().pathname === missingPath;
  const gone = fleeting(useMenu());
  // Some entries say that their page does not wait behind others (keepAlive).
  return (
    <div className="views">
      {missing && <Missing />}
      {shown
        .filter(({ id, value }) => id === active || unsaved.has(id) || !gone.has(value))
        .map((tab) => {
          const front = tab.id === active && !missing;
          return (
            <Kept key={`${tab.id} ${rounds[tab.id] ?? 0}`} front={front}>
              <View tab={tab} active={front} />
            </Kept>
          );
        })}
    </div>
  );
}
