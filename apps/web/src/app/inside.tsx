import { lazy, Suspense } from 'react';
import { holdOf } from '#lib/api.ts';
import { isLocked } from '#lib/lock.ts';
import { pendingBind } from '#lib/pending-bind.ts';
import { endSession } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { Boot } from '#ui/boot.tsx';
import { loadPerson, usePerson } from '#lib/person.ts';
import { heldPaths } from './guard-rules.ts';
import { Layout } from './layout/layout.tsx';
import { menuOf } from './menu-of.ts';
import { Providers } from './providers.tsx';
import { destinationOf } from './resolve.ts';
import { sameSearch } from './tabs/rules.ts';
import { arriveAt } from './tabs/state.ts';

/** What the guard does for a signed-in person: know them, know the page, add its tab (RG-03, RG-04). */
export async function enter(url: URL): Promise<string | null> {
  try {
    await loadPerson();
  } catch (error) {
    if (isLocked()) return '/lock';
    const hold = holdOf(error);
    if (hold !== null) return heldPaths[hold];
    endSession();
    return '/login';
  }
  const path = url.pathname;
  const found = destinationOf(menuOf(usePerson.getState()), path);
  if (found === null) return '/404';
  const stands = arriveAt({ path, search: url.search, label: found.label });
  return stands === path + sameSearch(url.search) ? null : stands;
}

const BindOffer = lazy(async () => ({
  default: (await import('#features/session/parts/third/bind-offer.tsx')).BindOffer,
}));

/** Everything behind sign-in. */
export function Inside() {
  // The session may end under a page that still stands.
  const known = usePerson(({ info }) => info !== null);
  if (!known) return <Boot />;
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
