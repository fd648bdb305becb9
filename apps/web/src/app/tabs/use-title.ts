import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { missingPath } from '../guard-rules.ts';
import { activeOf, useTabs } from './state.ts';

/** Sets the window title: the label of the page in front, and the name of the system on this host (RG-06). */
export function useTitle(app: string): void {
  const label = useTabs((tabs) => activeOf(tabs)?.label);
  const shown = useLocation().pathname === missingPath ? '页面不存在' : label;
  useEffect(() => {
    document.title = shown === undefined ? app : `${shown} - ${app}`;
  }, [shown, app]);
}
