// Valid inputs for monthly reports.
import type { Actor } from './actors.ts';
import { makePeople } from './staff.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import { declaredNamed, valuesFor, waitingFile } from './resource-test-data.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}

const words = { mainWork: '培训', problems: '照明不足', nextPlan: '演练' };
async function filled(actor: Actor): Promise<{ made: Made; token: string }> {
  const { app, tenant, kind, tokens } = actor;
  const token = kind === 'entadmin' ? tokens.access_token : (await signIn(app, tenant, 'entadmin')).access_token;
  const values = await valuesFor(app, tenant, declaredNamed('report'), 'entadmin');
  const input = { ...values, ...words, files: [], enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0] };
  return { made: dataOf<Made>(await sendCall(app, callNamed(app, 'report.create'), input, { token })), token };
}
async function signed({ app, tenant }: Actor, { made, token }: { made: Made; token: string }) {
  const { seen } = dataOf<{ seen: string }>(
    await sendCall(app, callNamed(app, 'report.sheet'), { id: made.id }, { token }),
  );
  return { ...made, seen, signature: await waitingFile(app, tenant, 'evidence', 'entadmin') };
}
async function sent(actor: Actor): Promise<Made> {
  const filledReport = await filled(actor);
  const input = await signed(actor, filledReport);
  return dataOf<Made>(
    await sendCall(actor.app, callNamed(actor.app, 'report.send'), input, { token: filledReport.token }),
  );
}

export const reportFixtures: Readonly<Record<string, Maker>> = {
  'report.sheet': async (actor) => ({ id: (await filled(actor)).made.id }),
  'report.compare': async (actor) => ({ id: (await sent(actor)).id }),
  'report.pdf': async (actor) => ({ id: (await sent(actor)).id, edition: 1 }),
  'report.remind': async (actor) => ({ ids: [(await filled(actor)).made.id] }),
  'report.remindSigner': async (actor) => {
    const { made } = await filled(actor);
    // Only a head with an account can be reminded.
    const heads = await actor.app.sql(
      `select 1 from employee where tenant_id = $1 and post_kind = 'head' and removed_at is null and status <> 'left'
         and enterprise_id = (select enterprise_id from report where id = $2)`,
      [actor.tenant.id, made.id],
    );
    if (heads.length === 0)
      await makePeople(actor.app, actor.tenant, [{ postKind: 'head', account: 'entadmin', name: '周明舟' }]);
    await actor.app.sql(
      `update employee set user_id = $2 where tenant_id = $1 and post_kind = 'head' and user_id is null
         and enterprise_id = (select enterprise_id from report where id = $3)`,
      [actor.tenant.id, actor.tenant.people.entadmin, made.id],
    );
    return { id: made.id };
  },
  'report.send': async (actor) => signed(actor, await filled(actor)),
  'report.accept': (actor) => sent(actor),
  'report.return': async (actor) => ({ ...(await sent(actor)), reason: '请补充说明' }),
  'report.correct': async (actor) => {
    const made = await sent(actor);
    await actor.app.sql(`update report set status = 'accepted' where id = $1`, [made.id]);
    return { ...made, reason: '漏记一次例会' };
  },
};
