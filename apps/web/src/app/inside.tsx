import { Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { fetchAhead } from '#lib/fetch-part.ts';
import { hasKept } from '#lib/kept/has-kept.ts';
import { onSignal } from '#lib/signals.ts';
import { useFirstStands } from '#lib/first-stand.ts';
import { restrictionOf } from '#lib/api.ts';
import { isAway } from '#lib/api-error.ts';
import { isLocked } from '#lib/lock.ts';
import { pendingBind } from '#lib/pending-bind.ts';
import { endSession } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { Boot } from '#ui/boot.tsx';
import { loadPerson, usePerson } from '#lib/person.ts';
import { later } from '#ui/later.tsx';
import { answers } from './answers.ts';
import { restrictedPaths, missingPath } from './guard-rules.ts';
import { Layout } from './layout/layout.tsx';
import { menuOf } from './menu-of.ts';
import { Providers } from './providers.tsx';
import { fetchFirst, prefetch } from './registry.ts';
import { destinationOf } from './resolve.ts';
import { sameSearch, type Going } from './tabs/rules.ts';
import { arriveAt } from './tabs/state.ts';

/**
 * Whether the first address has passed the guard. The shell waits for it: drawn as soon as the person is known, it would
 * be drawn before the first page's code and rows are asked for.
 */
const usePassed = create<boolean>(() => false);

/** What the guard of a page that is none does for a signed-in person; answers where they go instead (RG-03). */
export async function know(): Promise<string | null> {
  const to = await met();
  if (to === null) usePassed.setState(true, true);
  return to;
}

// What the guard does first for a signed-in person: know them; answers where they go when that fails (RG-03).
async function met(): Promise<string | null> {
  try {
    await loadPerson();
  } catch (error) {
    if (isLocked()) return '/lock';
    const restriction = restrictionOf(error);
    if (restriction !== null) return restrictedPaths[restriction];
    // Nobody is sent away because the network or the server is: the way in can be tried again.
    if (isAway(error)) throw error;
    endSession();
    return '/login';
  }
  return null;
}

/** Then: know the page, add its tab (RG-04); `step` says how one comes there. */
export async function enter(
  { pathname: path, search }: URL,
  step: Pick<Going, 'from' | 'anew' | 'left'>,
): Promise<string | null> {
  const to = await met();
  if (to !== null) return to;
  const found = destinationOf(menuOf(usePerson.getState()), path, search);
  if (found === null) return missingPath;
  // Its code comes while the shell is drawn.
  prefetch(found.component);
  const stands = arriveAt({ ...found, path, search, ...step });
  if (stands !== path + sameSearch(search)) return stands;
  if (!useFirstStands.getState()) await soon(fetchFirst(found.component, answers(), search));
  usePassed.setState(true, true);
  return null;
}

/** The first page is drawn with the shell, unless it takes long to come: then the shell stands before it. */
const firstWaitMs = 400;
const soon = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((done) => void setTimeout(done, firstWaitMs))]);

const BindOffer = later(async () => (await import('#modules/session/parts/bind-offer.tsx')).BindOffer);

/** Everything behind sign-in. */
export function Inside() {
  // The session may end under a page that still stands.
  const known = usePerson(({ info }) => info !== null);
  const name = usePerson(({ info }) => info?.sysUser.nickName || info?.sysUser.username);
  // What they did here without a network goes out now; and what another person fetched here goes away.
  useEffect(() => {
    if (!name) return undefined;
    const begin = () =>
      void fetchAhead(() => import('#lib/kept/sending.ts'))?.then(
        ({ beginKeeping }) => {
          stop();
          return beginKeeping(name);
        },
        () => undefined,
      );
    // The network may be away at this moment.
    let stop = () => {};
    let isOver = false;
    void hasKept().then((kept) => {
      if (!kept || isOver) return;
      stop = onSignal('back', begin);
      begin();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [name]);
  const passed = usePassed();
  if (!known || !passed) return <Boot />;
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
