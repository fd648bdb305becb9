// First of all: what stands below may call it.
import '#lib/fills.ts';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { openPaths } from '#app/guard-rules.ts';
import { Login } from '#features/session/outside/login.tsx';
import { watchWork } from '#lib/at-work.ts';
import { watchErrors } from '#lib/error-log.ts';
import { fetchPart } from '#lib/fetch-part.ts';
import { hasKept } from '#lib/kept/has-kept.ts';
import { isLocked } from '#lib/lock.ts';
import { missed, reachable, watchReach } from '#lib/reach.ts';
import { joinSiblings, signedIn } from '#lib/session.ts';
import { Boot, BootFailed } from '#ui/boot.tsx';
import '#ui/tokens.css';
import '#ui/base.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>);

// The router and all behind it come only when there is somewhere to go: who signs in waits for less (design §6).
const open = async () => {
  try {
    const { App } = await fetchPart(() => import('#app/app.tsx'));
    show(<App />);
  } catch (error) {
    show(<BootFailed error={error} onRetry={() => void open()} />);
  }
};

const isStrangersPage = () => {
  const path = location.pathname;
  return path === '/login' || !openPaths.some((other) => other === path);
};

const showLogin = () => {
  show(
    <Login
      notice={undefined}
      onSignedIn={() => {
        history.replaceState(null, '', '/');
        void open();
      }}
    />,
  );
};

/** Without a network: what the last person here kept, and nothing else; whether there was anything. */
async function openKept(): Promise<boolean> {
  const { KeptApp, reopen, goOnKeeping } = await import('#app/kept/open.ts');
  const holder = await reopen();
  if (holder === null) return false;
  await goOnKeeping();
  missed();
  show(<KeptApp holder={holder} />);
  return true;
}

async function start() {
  if (location.pathname === '/login') showLogin();
  else show(<Boot />);
  const isIn = await signedIn();
  // Whoever keeps nothing here waits for nothing.
  if ((isIn || isStrangersPage()) && !isLocked() && (await hasKept()) && !(await reachable()))
    if (await openKept().catch(() => false)) return undefined;
  if (isIn || !isStrangersPage()) return open();
  if (location.pathname === '/login') return undefined;
  history.replaceState(null, '', '/login');
  return showLogin();
}

watchErrors();
watchWork();
watchReach();
joinSiblings();
void start();
void import('#lib/grey.ts').then(
  ({ watchGrey }) => watchGrey(),
  () => undefined,
);
