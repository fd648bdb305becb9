import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTabActive } from '#ui/tab-scope.tsx';

/** The query of the tab's own address: it stands still while another tab is in front. */
export function useTabQuery(): readonly [string, (text: string, quiet?: boolean) => void] {
  const { pathname, search } = useLocation();
  const active = useTabActive();
  const navigate = useNavigate();
  const [own] = useState(pathname);
  const [text, follow] = useState(search);
  if (active && pathname === own && search !== text) follow(search);
  const go = useCallback(
    (next: string, quiet = false) => void navigate({ pathname: own, search: next }, { replace: quiet }),
    [navigate, own],
  );
  return [text, go];
}
