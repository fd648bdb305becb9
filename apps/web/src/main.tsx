// This import must come first: later imports may call the polyfills.
import '#lib/polyfills.ts';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { missingPath, openPaths } from '#app/guard-rules.ts';
import { Login } from '#modules/session/outside/login.tsx';
import { hideKeysOfInputMethods } from '#lib/input-method.ts';
import { watchActivity } from '#lib/user-activity.ts';
import { watchErrors } from '#lib/error-log.ts';
import { prefetchPart, fetchPart } from '#lib/load-chunk.ts';
import { hasStoredData, hasStoreNote } from '#lib/offline/has-stored-data.ts';
import { isLocked } from '#lib/lock.ts';
import { reportNoAnswer, reachable, watchConnectivity } from '#lib/connectivity.ts';
import { returnPath } from '#lib/return-path.ts';
import { followOtherTabs, signedIn } from '#lib/session.ts';
import { Boot, BootFailed } from '#ui/boot.tsx';
import '#ui/tokens.css';
import '#ui/base.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>);

// This import loads antd and the router, so it runs only after sign-in. So the sign-in page stays small.
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
        history.replaceState(null, '', returnPath());
        void open();
      }}
    />,
  );
};

/**
 * Returns the offline page with the stored data of the last user; null when the server answers or nothing is stored.
 */
async function keptPage(): Promise<ReactNode> {
  // Without stored data there is no reason to wait for the server check.
  if (!(await hasStoredData())) return null;
  const isHere = reachable();
  // `navigator.onLine` decides only whether to wait for the server check first. The answer of the server decides
  // whether the offline page shows.
  if (navigator.onLine && (await isHere)) return null;
  const { OfflineApp, openOfflineStore: openKept } = await import('#app/offline/open.ts');
  const stored = await openKept();
  return stored && !(await isHere) ? <OfflineApp {...stored} /> : null;
}

async function start() {
  if (location.pathname === '/login') showLogin();
  else show(<Boot />);
  const loadOfflinePage = async () => keptPage().catch(() => null);
  // The code of the sign-in page loads while the other browser tabs are asked for a session.
  const early = isStrangersPage() ? loadOfflinePage() : undefined;
  const isIn = await signedIn();
  // Prefetches the app, which loads the user, while the offline store is checked.
  if (isIn && !isLocked() && !hasStoreNote()) prefetchPart(load)?.catch(() => undefined);
  const page = (isIn || isStrangersPage()) && !isLocked() ? await (early ?? loadOfflinePage()) : null;
  if (page !== null) {
    reportNoAnswer();
    return show(page);
  }
  if (isIn || !isStrangersPage()) return open();
  // The server marks the page of an unknown address.
  if ('missing' in document.documentElement.dataset) {
    history.replaceState(null, '', missingPath);
    return open();
  }
  if (location.pathname === '/login') return undefined;
  history.replaceState({ to: location.pathname + location.search }, '', '/login');
  return showLogin();
}

watchErrors();
watchActivity();
hideKeysOfInputMethods();
watchConnectivity();
followOtherTabs();
void start();
void import('#lib/grey.ts').then(
  ({ watchGrey }) => watchGrey(),
  () => undefined,
);
