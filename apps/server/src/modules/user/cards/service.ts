import { maskPhone } from '@anlan/contract/domain/phone';
import type { PersonCard } from '@anlan/contract/modules/user/user';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { People } from '../people.ts';
import { peopleToName } from './store.ts';

export interface CardDeps {
  db: Db;
  users: Pick<People, 'byId' | 'enterprisesOf' | 'organReference'>;
  enterpriseNames(tx: Tx, ids: string[]): Promise<ReadonlyMap<string, string>>;
  postOf(tx: Tx, userId: string): Promise<string | null>;
  todosOf(tx: Tx, userId: string): Promise<number>;
}

export const createCards = ({ db, users, enterpriseNames, postOf, todosOf }: CardDeps) => ({
  card: (scope: Scope, { id }: { id: string }): Promise<PersonCard> =>
    db.read(scope, async (tx) => {
      // A shop account may not see people of the unit.
      const mayName = id === scope.userId || scope.userType !== 'shop';
      const person = mayName && (await peopleToName(tx, [id])).has(id) ? await users.byId(tx, id) : undefined;
      if (!person) throw new AppError('notFound');
      const { nick_name: name, type, phone, organ_id: organId } = person;
      const firms =
        type === 'enterprise'
          ? await enterpriseNames(tx, await users.enterprisesOf(tx, id))
          : new Map<string, string>();
      const organ = organId === null ? undefined : (await users.organReference.read(tx)).get(organId);
      const isOwn = id === scope.userId;
      return {
        id,
        name,
        type,
        post: await postOf(tx, id),
        place: firms.size > 0 ? [...firms.values()].join('、') : (organ?.name ?? null),
        phone: phone === null || isOwn ? phone : maskPhone(phone),
        todos: type === scope.userType ? await todosOf(tx, id) : null,
      };
    }),
});
