import type { openStage } from './stage.ts';

type App = Pick<Awaited<ReturnType<typeof openStage>>['app'], 'sql'>;

/** Gives, each time another, an enterprise of the demonstration that nobody works in, put into a state. */
export function openFirms(app: App) {
  let taken = 0;
  return async (status: string) => {
    taken += 1;
    const [found] = await app.sql<{ id: string; name: string }>(
      `update enterprise set status = $1, review_note = null, submitted_by = null where id =
         (select id from enterprise where tenant_id = '1' and status = 'active' and removed_at is null
           and id not in (select enterprise_id from user_enterprise) order by id offset $2 limit 1)
       returning id, name`,
      [status, 20 + taken],
    );
    if (!found) throw new Error('the demonstration has too few enterprises');
    return found;
  };
}
