import type { openStage } from './app-and-browser.ts';

type App = Pick<Awaited<ReturnType<typeof openStage>>['app'], 'sql'>;

/** Returns a function. Each call gives another unused enterprise of the demonstration and sets its status. */
export function openFirms(app: App) {
  let count = 0;
  return async (status: string) => {
    count += 1;
    const [enterpriseRow] = await app.sql<{ id: string; name: string }>(
      `update enterprise set status = $1, review_note = null, submitted_by = null where id =
         (select id from enterprise where tenant_id = '1' and status = 'active' and removed_at is null
           and id not in (select enterprise_id from user_enterprise) order by id offset $2 limit 1)
       returning id, name`,
      [status, 20 + count],
    );
    if (!enterpriseRow) throw new Error('the demonstration has too few enterprises');
    return enterpriseRow;
  };
}
