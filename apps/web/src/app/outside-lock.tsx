import { useNavigate } from 'react-router';
import { useHostName } from '#lib/host-brand.ts';
import { tokens } from '#lib/tokens.ts';
import { lazyComponent } from '#ui/lazy-part.tsx';
import { lastAddress } from './tabs/state.ts';
import './outside.css';

const LockPage = lazyComponent(async () => (await import('#modules/session-own/outside/lock.tsx')).LockPage);

/** Prefetches the page, because the screen must also lock without a network. */
export const fetchLockPage = LockPage.ahead;

export function LockRoute() {
  const navigate = useNavigate();
  if (tokens() === null) return <NoSession />;
  return <LockPage onOpened={() => void navigate(lastAddress(), { replace: true })} />;
}

/** /lock without a session: there is no screen to unlock, so the page offers the sign-in (RT-03). */
function NoSession() {
  const navigate = useNavigate();
  const title = '没有锁定的屏幕';
  useHostName(title);
  return (
    <main className="plain">
      <h1>{title}</h1>
      <p>您还没有登录，或者登录已经结束，请重新登录。</p>
      <div className="acts">
        <button type="button" className="btn main" onClick={() => navigate('/login', { replace: true })}>
          重新登录
        </button>
      </div>
    </main>
  );
}
