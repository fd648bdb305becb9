import { useLocation } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { missingPath } from '../guard-rules.ts';
import { useMenu } from '../use-menu.ts';
import { uncachedPaths } from '../menu-rules.ts';
import { useUnsaved } from './dirty.ts';
import { SleepingPage } from './background-page.tsx';
import { Missing } from './not-found-page.tsx';
import { alive } from './rules.ts';
import { useTabEvents, useTabs } from './state.ts';
import { View } from './view.tsx';

/** Renders the pages of recent tabs. All except the page in front are in the background. */
export function Views() {
  const unsaved = useUnsaved();
  const shown = useTabs(useShallow((state) => alive(state, unsaved)));
  const active = useTabs((state) => state.active);
  const rounds = useTabEvents((events) => events.rounds);
  const missing = useLocation().pathname === missingPath;
  const gone = uncachedPaths(useMenu());
  // Some menu entries do not allow their page in the background (`keepAlive` is false).
  return (
    <div className="views">
      {missing && <Missing />}
      {shown
        .filter(({ id, value }) => id === active || unsaved.has(id) || !gone.has(value))
        .map((tab) => {
          const front = tab.id === active && !missing;
          return (
            <SleepingPage key={`${tab.id} ${rounds[tab.id] ?? 0}`} front={front}>
              <View tab={tab} active={front} />
            </SleepingPage>
          );
        })}
    </div>
  );
}
