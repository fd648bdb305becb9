// List and search of 100,000 conversations with 3,000,000 messages of one public account, and callbacks to screens.
import { gramsOf } from '../apps/server/src/modules/wx-message/rules.ts';
import { callbacks } from './callbacks.ts';
import type { Figure } from './measured-results.ts';
import { percentile, secondsOr, timed } from './measure.ts';
import { openPlace, scaled, type Place } from './database.ts';
import { ask, serveApp, signIn } from './servers.ts';

const tenantId = '1';
const followers = scaled(100_000);
const messagesEach = 30;
const textCount = scaled(20_000);
const syllables =
  '仓库东门消防通道货物堵住灭火器过期配电箱没有锁叉车司机证件培训考试合格安全帽脚手架临时用电动火作业许可有限空间检测气体报警皮带护罩缺失油漆房通风设备检修挂牌罐区液位雷雨停工应急演练疏散路线值班室电话联系请问什么时候可以复查已经整改完毕照片发给您了谢谢领导';
/** Words that occur in few messages or in none. */
const rareWords = ['zq', '鑫鑫', '龘龘', '氢氟', '碳化'];

const below = (count: number) => Math.floor(Math.random() * count);
const twoCharacters = () => {
  const at = below(syllables.length - 2);
  return syllables.slice(at, at + 2);
};
const sentence = () => Array.from({ length: 6 + below(8) }, twoCharacters).join('');

/** Fills the tables without triggers, in one transaction. */
const fill = (place: Place) =>
  place.withSuperuser(async (client) => {
    const { rows } = await client.query(`select from wx_follower where open_id like 'oChats%' limit 1`);
    if (rows.length > 0) return;
    await client.query(`begin; set local session_replication_role = 'replica'`);
    await client.query('create temp table sample (no int primary key, text text, grams int8[]) on commit drop');
    const texts = Array.from({ length: textCount }, (_, no) => {
      const text = sentence();
      return [no, text, gramsOf(tenantId, text).map(String)];
    });
    await client.query(
      `insert into sample select (one ->> 0)::int, one ->> 1, array(select jsonb_array_elements_text(one -> 2)::int8)
       from jsonb_array_elements($1::jsonb) as one`,
      [JSON.stringify(texts)],
    );
    // Creates an id of a given time, as kernel/ids.ts does.
    await client.query(`create function pg_temp.id_at(moment timestamptz, no int) returns uuid language sql immutable as $$
      select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(md5(no::text), 1, 3) || '-8' || substr(md5(no::text), 4, 3)
        || '-' || substr(md5(no::text), 7, 12))::uuid
      from (select lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') as h) as made $$`);
    await client.query(
      `insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
       select $1, pg_temp.id_at(now() - interval '300 days', no), a.id, 'oChats' || lpad(no::text, 22, '0'), '关注者' || no,
         now() - interval '300 days', now(), now()
       from generate_series(1, $2::int) as no,
         (select id from wx_account where tenant_id = $1 and removed_at is null order by id limit 1) a`,
      [tenantId, followers],
    );
    await client.query('drop index wx_message_word_idx');
    for (let part = 0; part < messagesEach; part += 1) {
      // The newest message of each follower is at most two days old, so it can be answered.
      const age = `(interval '40 hours' * (no::float8 / ${followers}) + interval '11 days' * ${messagesEach - 1 - part})`;
      await client.query(
        `with made as (
           select pg_temp.id_at(now() - ${age}, no * 64 + ${part}) as id, f.id as follower, f.account_id as account,
             now() - ${age} as at, (no::bigint * 7919 + ${part} * 104729) % ${textCount} as text
           from generate_series(1, ${followers}) as no
           join wx_follower f on f.tenant_id = '${tenantId}' and f.open_id = 'oChats' || lpad(no::text, 22, '0')),
         message as (
           insert into wx_message (tenant_id, id, account_id, follower_id, type, rep_type, rep_content, read_flag, create_time)
           select '${tenantId}', made.id, account, follower, case when ${part} % 2 = 1 then '1' else '2' end, 'text', s.text,
             case when ${part} = ${messagesEach - 1} and right(made.id::text, 1) in ('0', '1', '2') then '1' else '0' end, at
           from made join sample s on s.no = made.text)
         insert into wx_message_word (tenant_id, id, grams)
         select '${tenantId}', made.id, s.grams from made join sample s on s.no = made.text`,
      );
    }
    await client.query('create index wx_message_word_idx on wx_message_word using gin (grams) with (fastupdate = off)');
    await client.query(
      `insert into wx_conversation (tenant_id, follower_id, account_id, state, unread, window_ends_at, window_left, last_id,
         last_at, last_rep_type, last_said_id, last_user_id, waiting_since)
       select m.tenant_id, m.follower_id, m.account_id, 'pending', m.read_flag::int, m.create_time + interval '48 hours', 5, m.id,
         m.create_time, 'text', m.id, m.id, m.create_time
       from wx_message m join wx_follower f on f.tenant_id = m.tenant_id and f.id = m.follower_id
       where m.tenant_id = $1 and f.open_id like 'oChats%' and m.create_time > now() - interval '41 hours'`,
      [tenantId],
    );
    await client.query('commit');
    await client.query('vacuum analyze');
  });

export async function messages(): Promise<Figure[]> {
  const place = await openPlace('anlan_chats', { 1: 200, 2: 200, 3: 200 });
  try {
    await fill(place);
    const app = await serveApp(place);
    const figures: Figure[] = [];
    try {
      const token = await signIn(app, place, tenantId, 'regulator1');
      const p95 = async (connections: number, path: () => string) => {
        const times: number[] = [];
        const end = performance.now() + secondsOr(15) * 1000;
        const run = async () => {
          while (performance.now() < end)
            times.push(await timed(() => ask(`${app.url}/weixin/wxmsg/${path()}`, token)));
        };
        await Promise.all(Array.from({ length: connections }, run));
        return percentile(times, 0.95);
      };
      const page = () => `conversation/page?current=${1 + below(20)}&size=20${below(2) === 0 ? '&state=pending' : ''}`;
      const word = () => (below(4) === 0 ? (rareWords[below(rareWords.length)] ?? '') : twoCharacters());
      const search = () => `search?keyword=${encodeURIComponent(word())}`;
      const of = '3,000,000 messages:';
      figures.push({ what: `${of} list, ten connections, p95 ms`, value: await p95(10, page), target: '<= 40' });
      figures.push({ what: `${of} search for two characters, p95 ms`, value: await p95(1, search), target: '<= 100' });
    } finally {
      await app.stop();
    }
    return [...figures, ...(await callbacks(place))];
  } finally {
    await place.stop();
  }
}
