import { useLocation } from 'react-router';

/** Under which name the URL of a list keeps the view in force. */
export const viewName = 'savedView';
/** What stands in the URL of a list beside its filters where nothing else does. */
export const besideView: readonly string[] = [viewName];

/** Under which name a person's columns are kept: each view has its own. */
export function useViewSettings(settings: string): string {
  const view = new URLSearchParams(useLocation().search).get(viewName);
  return view === null ? settings : `${settings}-${view}`;
}
