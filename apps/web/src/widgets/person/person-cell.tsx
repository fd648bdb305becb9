import { Suspense, use } from 'react';
import { usePerson } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { RowsPainted } from '#ui/list/after-rows.tsx';

// This component loads when a page shows names of people; in a list it loads after the rows.
const PersonName = lazyPart(async () => (await import('./person-name.tsx')).PersonName);

export interface PersonOf {
  kind: 'user' | 'employee';
  id: string;
  name: string;
}

export function PersonCell({ kind, id, name }: PersonOf) {
  const may = usePerson((held) => kind === 'user' || held.info?.permissions.includes('bus:emp:index') === true);
  const stand = use(RowsPainted);
  const bare = (
    <span className="kit-person" title={name}>
      {name}
    </span>
  );
  return may && stand ? (
    <Suspense fallback={bare}>
      <PersonName kind={kind} id={id} name={name} />
    </Suspense>
  ) : (
    bare
  );
}
