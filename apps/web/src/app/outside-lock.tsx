import { useNavigate } from 'react-router';
import { fetched } from '#ui/later.tsx';
import { lastAddress } from './tabs/state.ts';

const LockPage = fetched(async () => (await import('#modules/session-own/outside/lock.tsx')).LockPage);

/** Fetches the page ahead: a screen is to lock also where there is no network. */
export const fetchLockPage = LockPage.ahead;

/** /lock in its place. */
export function LockRoute() {
  const navigate = useNavigate();
  return <LockPage onOpened={() => void navigate(lastAddress(), { replace: true })} />;
}
