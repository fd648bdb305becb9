// Counts the database statements of a check sent by a phone.
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Receipt } from '@anlan/contract/modules/delivery/offline-work';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { callNamed, dataOf, sendCall, type Answer } from '../../../testing/client.ts';
import { openDangers, type Who } from '../../../testing/danger-people.ts';

const { app, people, tokens, rows, create } = await openDangers();
afterAll(() => app.close());

const call = (who: Who, name: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens[who] });

const itemCount = 40;
async function begun(): Promise<string> {
  const items = Array.from({ length: itemCount }, (_, at) => ({
    item: { key: `c${at + 1}`, kind: 'judgement', text: `检查内容 ${at + 1}` },
    result: null,
    said: null,
    amount: null,
    note: null,
    photos: [],
    rest: false,
    at: null,
    by: null,
    dangerId: null,
  }));
  const enterpriseId = people.home.enterpriseIds[0];
  const pointId = crypto.randomUUID();
  await app.sql(
    `insert into risk_point (tenant_id, id, no, enterprise_id, name, kind, place, department, owner_id, method, control_layer,
       check_cycle, status, presence_code, assessed_on, created_at, updated_at, oversight_code)
     values ($1, $2, 'FX-1', $3, '冲床', 'equipment', '冲压车间', '冲压车间', $4, 'LEC', 'team', 'daily', 'inForce',
       'code', now(), now(), now(), '')`,
    [people.home.id, pointId, enterpriseId, rows.leader],
  );
  const id = crypto.randomUUID();
  await app.sql(
    `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at, planned,
       items, item_count, started_at, presence, created_at, updated_at, oversight_code)
     values ($1, $2, $3, $4, 'team', (now() at time zone 'Asia/Shanghai')::date, '冲床', now() - interval '1 hour',
       now() + interval '5 hours', false, $5::jsonb, $6, now(), 'none', now(), now(), '')`,
    [people.home.id, id, enterpriseId, pointId, JSON.stringify(items), itemCount],
  );
  return id;
}

const textOf = (query: unknown): string =>
  typeof query === 'string'
    ? query
    : typeof query === 'object' && query !== null && 'text' in query
      ? String(query.text)
      : '';

async function watched<T>(work: () => Promise<T>): Promise<{ answer: T; sent: { by: unknown; text: string }[] }> {
  const sent: { by: unknown; text: string }[] = [];
  const original = pg.Client.prototype.query;
  const watching = function (this: unknown, ...queryArgs: unknown[]) {
    sent.push({ by: this, text: textOf(queryArgs[0]) });
    return Reflect.apply(original, this, queryArgs);
  };
  Object.assign(pg.Client.prototype, { query: watching });
  try {
    return { answer: await work(), sent };
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
}

test('stores a risk check of forty items with few statements', async () => {
  const id = await begun();
  const at = formatInstant(app.clock.now());
  const piece = (kind: string, body: object) => ({
    id: crypto.randomUUID(),
    at,
    kind,
    body: JSON.stringify({ id, ...body }),
  });
  const fail = { result: 'fail', note: '损坏' };
  const rest = Array.from({ length: itemCount }, (_, index) => `c${index + 1}`).filter(
    (key) => key !== 'c3' && key !== 'c17',
  );
  const works = [
    piece('riskCheck.answer', { key: 'c3', seen: null, given: fail }),
    piece('riskCheck.answer', { key: 'c17', seen: null, given: fail }),
    piece('riskCheck.passRest', { keys: rest }),
    piece('riskCheck.finish', {}),
  ];
  const { answer, sent } = await watched(() => call('leader', 'delivery.sendMany', { sentAt: at, works }));
  expect(dataOf<Receipt[]>(answer).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
  const row = dataOf<RiskCheck>(await call('safety', 'riskCheck.get', { id }));
  expect(row).toMatchObject({ status: 'done', doneCount: itemCount, failCount: 2, version: 2 });
  expect(row.items.filter(({ dangerId }) => dangerId !== null).map(({ item }) => item.key)).toEqual(['c3', 'c17']);

  const own = sent.findIndex(({ text }) => text.includes('insert into delivery'));
  const { by } = sent[own] ?? {};
  const of = sent.filter((one) => one.by === by).map(({ text }) => text);
  const arrival = of.findIndex((text) => text.includes('insert into delivery'));
  const first = of.lastIndexOf('begin', arrival);
  const statements = of.slice(first, of.indexOf('commit', arrival) + 1);
  expect(statements.filter((text) => /^\s*update "?risk_check/.test(text))).toHaveLength(1);
  expect(statements.filter((text) => text.includes('insert into delivery'))).toHaveLength(1);
  // One of them links the photos of the new dangers to messages of followers.
  expect(statements.length).toBeLessThanOrEqual(38);

  // A repeated delivery is answered from the stored receipts with one query.
  const again = await watched(() => call('leader', 'delivery.sendMany', { sentAt: at, works }));
  expect(dataOf(again.answer)).toEqual(dataOf(answer));
  expect(again.sent.filter(({ text }) => /delivery|risk_check/.test(text))).toHaveLength(1);
});

test('assigns the number of a typed danger before the insert of the risk check', async () => {
  const { sent } = await watched(() => create('leader'));
  const counted = sent.findIndex(({ text }) => text.startsWith('insert into counter'));
  const commitAt = sent.findIndex(({ by, text }, at) => at > counted && by === sent[counted]?.by && text === 'commit');
  const written = sent.findIndex(({ text }) => text.startsWith('insert into "danger"'));
  expect(counted).toBeGreaterThan(-1);
  expect(counted).toBeLessThan(commitAt);
  expect(commitAt).toBeLessThan(written);
  expect(sent[written]?.by).not.toBe(sent[counted]?.by);
});
