import { Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { prefetchPart } from '#lib/load-chunk.ts';
import { hasStoredData } from '#lib/offline/has-stored-data.ts';
import { onSignal } from '#lib/app-events.ts';
import { useFirstPageReady } from '#lib/first-page-ready.ts';
import { restrictionOf } from '#lib/api.ts';
import { isAway } from '#lib/api-error.ts';
import { isLocked } from '#lib/lock.ts';
import { pendingBind } from '#lib/pending-bind.ts';
import { endSession } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { Boot } from '#ui/boot.tsx';
import { hasPermit, loadPerson, usePerson } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { forbiddenPath, missingPath, restrictedPaths } from './guard-rules.ts';
import { Layout } from './layout/layout.tsx';
import { menuOf } from './use-menu.ts';
import { Providers } from './providers.tsx';
import { fetchFirst, prefetch } from './registry.ts';
import { destinationOf } from './resolve.ts';
import { sameSearch, type NavigationTarget } from './tabs/rules.ts';
import { arriveAt } from './tabs/state.ts';

/**
 * Whether the first navigation has passed the guard. The shell renders only after that, so that the code of the
 * first page is requested first.
 */
const usePassed = create<boolean>(() => false);

/**
 * Route guard of the page for unknown addresses: loads the signed-in user. Returns the redirect path, or null (RG-03).
 */
export async function guardMissingPage(): Promise<string | null> {
  const to = await requirePerson();
  if (to === null) usePassed.setState(true, true);
  return to;
}

// Loads the signed-in user. Returns the redirect path when that fails, else null (RG-03).
async function requirePerson(): Promise<string | null> {
  try {
    await loadPerson();
  } catch (error) {
    if (isLocked()) return '/lock';
    const restriction = restrictionOf(error);
    if (restriction !== null) return restrictedPaths[restriction];
    // A network or server failure does not sign the user out; the request can be retried.
    if (isAway(error)) throw error;
    endSession();
    return '/login';
  }
  return null;
}

/**
 * Finds the page of a URL and opens its tab (RG-04). `step` describes the navigation. Returns the redirect path, or
 * null.
 */
export async function enterPage(
  { pathname: path, search }: URL,
  step: Pick<NavigationTarget, 'from' | 'anew' | 'left'>,
): Promise<string | null> {
  const to = await requirePerson();
  if (to !== null) return to;
  const destination = destinationOf(menuOf(usePerson.getState()), path, search);
  if (destination === null) return missingPath;
  if (destination.permit && !hasPermit(destination.permit)) return forbiddenPath;
  // Starts to load the code of the page now, while the shell renders.
  prefetch(destination.component);
  const stands = arriveAt({ ...destination, path, search, ...step });
  if (stands !== path + sameSearch(search)) return stands;
  if (!useFirstPageReady.getState()) await soon(fetchFirst(destination.component));
  usePassed.setState(true, true);
  return null;
}

/**
 * The guard waits at most this long for the code of the first page, in milliseconds. After that the shell
 * renders without them.
 */
const firstWaitMs = 400;
const soon = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((done) => void setTimeout(done, firstWaitMs))]);

const BindOffer = lazyPart(async () => (await import('#modules/session/parts/bind-offer.tsx')).BindOffer);

export function Inside() {
  // The user can be null: the session may end while a page is still mounted.
  const isLoaded = usePerson(({ info }) => info !== null);
  const name = usePerson(({ info }) => info?.sysUser.nickName || info?.sysUser.username);
  // Opens the offline store of this user: sends pending work and removes the stored data of other users.
  useEffect(() => {
    if (!name) return undefined;
    const begin = () =>
      void prefetchPart(() => import('#lib/offline/delivery.ts'))?.then(
        ({ startDelivery: beginKeeping }) => {
          stop();
          return beginKeeping(name);
        },
        () => undefined,
      );
    // `begin` runs again when the network is back, until it succeeds, because the network may be down now.
    let stop = () => {};
    let isOver = false;
    void hasStoredData().then((hasStored) => {
      if (!hasStored || isOver) return;
      stop = onSignal('back', begin);
      begin();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [name]);
  const passed = usePassed();
  if (!isLoaded || !passed) return <Boot />;
  return (
    <Providers>
      <Layout />
      {pendingBind(tokens()?.tenantId) && (
        <Suspense fallback={null}>
          <BindOffer />
        </Suspense>
      )}
    </Providers>
  );
}
