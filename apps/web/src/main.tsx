// First of all: what stands below may call it.
import '#lib/fills.ts';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { openPaths } from '#app/guard-rules.ts';
import { Login } from '#modules/session/outside/login.tsx';
import { watchWork } from '#lib/at-work.ts';
import { watchErrors } from '#lib/error-log.ts';
import { fetchAhead, fetchPart } from '#lib/fetch-part.ts';
import { hasKept, notesKept } from '#lib/kept/has-kept.ts';
import { isLocked } from '#lib/lock.ts';
import { missed, reachable, watchConnectivity } from '#lib/connectivity.ts';
import { joinSiblings, signedIn } from '#lib/session.ts';
import { Boot, BootFailed } from '#ui/boot.tsx';
import '#ui/tokens.css';
import '#ui/base.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>);

// The router and all behind it come only when there is somewhere to go: who signs in waits for less (design §6).
const load = () => import('#app/app.tsx');
const open = async () => {
  try {
    const { App } = await fetchPart(load);
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

/** Without a network: what the last person here kept, and nothing else; null where there is one, or nothing was kept. */
async function keptPage(): Promise<ReactNode> {
  // Whoever keeps nothing here waits for nothing.
  if (!(await hasKept())) return null;
  const isHere = reachable();
  // What the browser says is only a reason to begin at once.
  if (navigator.onLine && (await isHere)) return null;
  const { KeptApp, openKept } = await import('#app/kept/open.ts');
  const found = await openKept();
  return found && !(await isHere) ? <KeptApp {...found} /> : null;
}

async function start() {
  if (location.pathname === '/login') showLogin();
  else show(<Boot />);
  const kept = async () => keptPage().catch(() => null);
  // Comes while the other browser tabs are asked.
  const early = isStrangersPage() ? kept() : undefined;
  const isIn = await signedIn();
  // It reads who is there while the browser is asked what was kept.
  if (isIn && !isLocked() && !notesKept()) fetchAhead(load)?.catch(() => undefined);
  const page = (isIn || isStrangersPage()) && !isLocked() ? await (early ?? kept()) : null;
  if (page !== null) {
    missed();
    return show(page);
  }
  if (isIn || !isStrangersPage()) return open();
  if (location.pathname === '/login') return undefined;
  history.replaceState(null, '', '/login');
  return showLogin();
}

watchErrors();
watchWork();
watchConnectivity();
joinSiblings();
void start();
void import('#lib/grey.ts').then(
  ({ watchGrey }) => watchGrey(),
  () => undefined,
);
