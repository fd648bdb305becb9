import { useLocation } from 'react-router';

export const viewName = 'savedView';

export function useViewSettings(settings: string): string {
  const view = new URLSearchParams(useLocation().search).get(viewName);
  return view === null ? settings : `${settings}-${view}`;
}
