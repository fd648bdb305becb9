import { Suspense, use } from 'react';
import { usePerson } from '#lib/person.ts';
import { later } from '#ui/later.tsx';
import { RowsStand } from '#ui/list/after-rows.tsx';

// It comes once a page shows people, in a list once its rows stand.
const PersonName = later(async () => (await import('./person-name.tsx')).PersonName);

/** Whom a reference points at: an account, or one of an enterprise's people. */
export interface PersonOf {
  kind: 'user' | 'employee';
  id: string;
  name: string;
}

/** A person's name; with the permit to read such people, their card as well. */
export function PersonCell({ kind, id, name }: PersonOf) {
  const may = usePerson((held) => kind === 'user' || held.info?.permissions.includes('bus:emp:index') === true);
  const stand = use(RowsStand);
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
