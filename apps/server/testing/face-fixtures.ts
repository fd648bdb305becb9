// Valid inputs for face checks: a tenant with face checks enabled, and a learning session that requires one.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import { does, ownTask } from './learning-fixtures.ts';
import { png } from './sample-files.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const shot = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(60, 7)]).toString('base64');

async function sittingWithCheck(actor: Actor): Promise<string> {
  const { app, tenant, tokens } = actor;
  await app.sql(
    `insert into tenant_setting (tenant_id, version, setting, updated_at, updated_by_name)
     values ($1, 1, '{"learning.faceCheck": "on"}', now(), '管理员')
     on conflict (tenant_id) do update set setting = tenant_setting.setting || excluded.setting`,
    [tenant.id],
  );
  await app.sql(
    `insert into impact_assessment (tenant_id, id, name, valid_to, created_at, updated_at)
     values ($1, gen_random_uuid(), '培训人脸核验影响评估', '2099-01-15', now(), now())`,
    [tenant.id],
  );
  const id = await ownTask(actor, { faceRequired: true });
  return (await does(actor, 'learning.begin', { id, key: '1.l1' }, tokens.access_token)).id;
}
async function agreed(actor: Actor): Promise<string> {
  const { app, tenant, tokens } = actor;
  const id = await sittingWithCheck(actor);
  await does(actor, 'learning.faceConsent', { id, words: 1 }, tokens.access_token);
  const { url } = dataOf<{ url: string }>(
    await sendCall(
      app,
      callNamed(app, 'file.upload'),
      { dir: 'face' },
      {
        token: tokens.access_token,
        file: { name: '证件照.png', type: 'image/png', bytes: png },
      },
    ),
  );
  const photoId = url.slice(url.lastIndexOf('/') + 1);
  await app.sql('update file set expires_at = null where id = $1', [photoId]);
  await app.sql(
    `update employee set face_photo = jsonb_build_array(jsonb_build_object('id', $3::text, 'name', '证件照.png'))
     where tenant_id = $1 and id = (select t.employee_id from learning_sitting s
       join learning_task t on t.tenant_id = s.tenant_id and t.id = s.task_id where s.tenant_id = $1 and s.id = $2)`,
    [tenant.id, id, photoId],
  );
  return id;
}
async function held(actor: Actor): Promise<string> {
  const id = await sittingWithCheck(actor);
  await does(actor, 'learning.faceManual', { id }, actor.tokens.access_token);
  // Gives the learning session to another user, because nobody may confirm their own check.
  await actor.app.sql('update learning_sitting set user_id = $2, ended_at = now() where id = $1', [
    id,
    actor.tenant.people.entstaff,
  ]);
  return id;
}

export const faceFixtures: Record<string, Maker> = {
  'learning.faceConsent': async (actor) => ({ id: await sittingWithCheck(actor), words: 1 }),
  'learning.faceShot': async (actor) => ({ id: await agreed(actor), shot }),
  'learning.faceManual': async (actor) => ({ id: await sittingWithCheck(actor) }),
  'learning.faceWithdraw': async (actor) => {
    await agreed(actor);
    return {};
  },
  'learningTask.sittings': async (actor) => ({ id: await ownTask(actor) }),
  'learningTask.faceDecide': async (actor) => ({ id: await held(actor), confirm: true }),
};
