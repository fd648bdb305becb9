// Limits of requests (S66, S31, S27), and parameters of lists.
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, listen, send, sendRaw, signIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { freshCreditCode, makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let token = '';
let port = 0;
beforeAll(async () => {
  app = await openTestApp();
  port = await listen(app);
  tenant = await makeTenant(app, { enterprises: 25 });
  token = (await signIn(app, tenant, 'regulator')).access_token;
});
afterAll(() => app.close());

const update = '/bus/enterprise/update';
const post = (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  send(app, 'POST', update, { token, body, headers });
const good = () => JSON.stringify({ id: tenant.enterpriseIds[0], version: 999, town: 'x' });

describe('S66 request bodies', () => {
  test('get a 400 answer that names the invalid field in Chinese', async () => {
    const answer = await post('{"id":"x","version":"1","name":""}');
    expect(answer.status).toBe(400);
    const { errors } = (answer.json as { data: { errors: { field: string; msg: string }[] } }).data;
    expect(errors.map(({ field }) => field).sort()).toEqual(['id', 'name', 'version']);
    for (const { msg } of errors) expect(msg).toMatch(/[一-鿿]/);
  });

  test.each([
    ['depth 33', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['depth 100,000', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['depth hidden behind strings', `{"a":"${'['.repeat(100)}","b":${'['.repeat(40)}1${']'.repeat(40)}}`],
    ['2,001 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`k${n}`, 1])))],
    ['1,001 items', JSON.stringify({ permitKinds: Array.from({ length: 1001 }, () => 1) })],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['constructor', '{"a":{"constructor":{"prototype":{"x":1}}}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":{}}'],
    ['a NUL', '{"id":"a\\u0000b"}'],
    ['a lone surrogate', '{"id":"\\ud800"}'],
    ['no JSON', '{"id":'],
    ['two values', '{}{}'],
    ['a comment', '{/* */}'],
    ['NaN', '{"version":NaN}'],
    ['1e999', '{"version":1e999}'],
    ['an array', '[]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['a number', '1'],
    ['a byte order mark', '\uFEFF{}'],
  ])('get 400 for %s', async (_, body) => {
    expect((await post(body)).status).toBe(400);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('use the validated value of a repeated key', async () => {
    const [id] = tenant.enterpriseIds;
    const twice = await post(`{"id":"${id}","version":1,"version":999,"town":"first","town":"${'x'.repeat(31)}"}`);
    expect(twice.status).toBe(400);
    expect((await post(`{"id":"${id}","version":1,"version":999}`)).status).toBe(409);
  });

  test.each([
    ['UTF-16', Buffer.from(`\uFEFF${ofNobody()}`, 'utf16le')],
    ['latin-1', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d])],
    ['overlong UTF-8', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ])('get 400 when the text is encoded as %s', async (_, bytes) => {
    expect((await post(bytes)).status).toBe(400);
  });

  test('are limited to 256 KB, with or without a Content-Length', async () => {
    const pad = (size: number) => `{"id":"${'x'.repeat(size - 9)}"}`;
    expect((await post(pad(256 * 1024))).status).toBe(400);
    expect((await post(pad(256 * 1024 + 1))).status).toBe(413);
    const head = `POST ${update} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    expect(await sendRaw(port, `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 413/,
    );
    expect(await sendRaw(port, `${head}content-length: 99999999\r\n\r\n{`)).toMatch(/^HTTP\/1.1 413/);
  });

  test.each([
    ['application/json', 409],
    ['application/json; charset=utf-8', 409],
    ['Application/JSON', 409],
    ['application/json;charset=UTF-8', 409],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json\t; a=b', 409],
    ['application/jsonp', 415],
    ['application/xml', 415],
    ['text/json', 415],
    ['', 415],
    ['application/json, text/plain', 415],
    ['a', 415],
  ])('with content type «%s» get %d', async (type, status) => {
    const answer = await post(good(), type === '' ? { 'content-type': '' } : { 'content-type': type });
    expect(answer.status).toBe(status);
    const bad = await post('{"id":"x"}', type === '' ? { 'content-type': '' } : { 'content-type': type });
    expect(bad.status).toBe(status === 409 ? 400 : 415);
  });

  test.each([
    ['gzip', gzipSync(ofNobody())],
    ['br', brotliCompressSync(ofNobody())],
    ['identity, gzip', gzipSync(ofNobody())],
  ])('with content encoding %s get 415', async (encoding, bytes) => {
    expect((await post(bytes, { 'content-type': 'application/json', 'content-encoding': encoding })).status).toBe(415);
  });

  test('are read only after the guard has admitted the request', async () => {
    const head = `POST ${update} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n`;
    expect(await sendRaw(port, `${head}{"id":`)).toMatch(/^HTTP\/1.1 401/);
  });

  test('with two lengths or a length plus chunks are refused before any call', async () => {
    const head = `POST ${update} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
    for (const smuggled of [
      'content-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'transfer-encoding: xchunked\r\n\r\n{}',
      'x: y\nz: 1\r\ncontent-length: 2\r\n\r\n{}',
    ])
      expect(await sendRaw(port, head + smuggled)).toMatch(/^HTTP\/1.1 400/);
  });
});

describe('S66 invalid HTTP', () => {
  const good = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
  const post = `POST ${update} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
  /**
   * Sends the text and reads until the server closes the connection. Data in transit at that time must still arrive.
   */
  const until = async (text: string) => {
    const socket = connect({ host: '127.0.0.1', port });
    let heard = '';
    socket.on('data', (data) => {
      heard += String(data);
    });
    const ended = once(socket, 'end', { signal: AbortSignal.timeout(5_000) });
    socket.write(text);
    await ended;
    socket.destroy();
    return heard;
  };
  const answersIn = (heard: string) => heard.split(/(?=HTTP\/1\.1 \d{3} )/);

  test.each([
    ['a malformed request line', 'nonsense\r\n\r\n', 400, '请求格式有误'],
    ['a header without a name', 'GET /healthz HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400, '请求格式有误'],
    ['a missing Host header', 'GET /healthz HTTP/1.1\r\n\r\n', 400, '请求格式有误'],
    ['a header of 2 MB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(2_000_000)}\r\n\r\n`, 431, '请求头过长'],
    ['a URL of 20 KB', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, '请求头过长'],
    ['a broken chunk', `${post}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, '请求格式有误'],
  ])('is answered with JSON for %s', async (_title, text, status, msg) => {
    const [answer = '', ...more] = answersIn(await until(text));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(more).toEqual([]);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.toLowerCase()).toContain('\r\nconnection: close');
    expect(head.toLowerCase()).toContain('\r\nx-content-type-options: nosniff');
    expect(head.toLowerCase()).toContain('\r\ncache-control: no-store');
    expect(JSON.parse(body)).toEqual({ code: 1, msg: expect.stringContaining(msg), data: null });
  });

  test('is answered after an earlier request on the same connection', async () => {
    const answers = answersIn(await until(`${good}${good}nonsense\r\n\r\n${good}`));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '400']);
  });

  test('does not include an unknown Expect header', async () => {
    expect(await sendRaw(port, good.replace('\r\n\r\n', '\r\nexpect: tea\r\n\r\n'))).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('parameters of a list', () => {
  const page = (query: string) => send(app, 'GET', '/bus/enterprise/page', { token, query });
  type Page = {
    records: { id: string; name: string; updatedAt: string }[];
    total: number;
    size: number;
    current: number;
    pages: number;
  };
  const paged = async (query: string) => dataOf<Page>(await page(query));

  test('Q01 give ten rows by default and a hundred at most', async () => {
    expect(await paged('')).toMatchObject({ total: 25, size: 10, current: 1, pages: 3 });
    expect(await paged('size=1000000000')).toMatchObject({ size: 100, pages: 1 });
    expect(await paged('size=0')).toMatchObject({ size: 1 });
    expect(await paged('current=0')).toMatchObject({ current: 1 });
    expect((await paged('current=3')).records).toHaveLength(5);
    expect((await paged('current=99')).records).toHaveLength(0);
  });

  test('give pages that contain every row once, in every order', async () => {
    for (const by of ['', 'ascs=name', 'descs=name', 'ascs=headcount', 'descs=health_score', 'descs=membershipTo']) {
      const all = [];
      for (const current of [1, 2, 3]) all.push(...(await paged(`current=${current}&${by}`)).records);
      expect(new Set(all.map(({ id }) => id)).size, by).toBe(25);
    }
  });

  test('accept sort columns in snake case and in camel case', async () => {
    const wanted = (await paged('descs=updatedAt&size=25')).records.map(({ id }) => id);
    for (const query of ['descs=updated_at', 'descs=updated_at,updatedAt', 'descs=updated_at&descs=updated_at'])
      expect(
        (await paged(`${query}&size=25`)).records.map(({ id }) => id),
        query,
      ).toEqual(wanted);
    expect((await paged('descs=&ascs=,&size=25')).records).toHaveLength(25);
  });

  test('get 400 for an unknown sort column or a far page', async () => {
    for (const query of [
      'descs=hack',
      'ascs=id',
      'ascs=tenant_id',
      'descs=name,hack',
      'ascs=legalPhone',
      'ascs=removed_at',
    ]) {
      const answer = await page(query);
      expect(answer.status, query).toBe(400);
      expect((answer.json as { data: { errors: object[] } }).data.errors.length).toBeGreaterThan(0);
    }
    expect((await page('current=10001')).status).toBe(400);
    expect((await page('current=1001&size=100')).status).toBe(400);
    expect((await page('current=1&current=2')).status).toBe(400);
    expect((await page('size=-1')).status).toBe(400);
    expect((await page('size=1.5')).status).toBe(400);
    expect((await page('size[$ne]=1')).status).toBe(200);
  });

  test('S31 use % and _ as literal characters', async () => {
    expect((await paged('keyword=%25')).total).toBe(0);
    expect((await paged('name=_')).total).toBe(0);
    expect((await paged('keyword=%5C')).total).toBe(0);
    expect((await paged(`name=${encodeURIComponent(tenant.mark)}`)).total).toBe(25);
    expect((await page(`keyword=${'x'.repeat(65)}`)).status).toBe(400);
  });

  test('return no rows on any page for a keyword without a match, with any filter', async () => {
    const nowhere = `name=${encodeURIComponent('没有这家企业')}`;
    for (const more of ['', '&current=2', '&status=2', '&status=2&current=2', '&regionCode=33&current=3'])
      expect(await paged(`${nowhere}${more}`), more).toMatchObject({ total: 0, records: [] });
  });

  test('limit the rows by each filter', async () => {
    const drafts = await paged('status=0');
    const active = await paged('status=2');
    expect((await paged('status=0&status=2')).total).toBe(drafts.total + active.total);
    expect((await page('status=draft')).status).toBe(400);
    expect((await page('regionCode=x')).status).toBe(400);
    expect((await paged(`creditCode=${tenant.creditCodes[3]}`)).total).toBe(1);
    expect((await paged(`keyword=${tenant.creditCodes[3]?.slice(0, 8).toLowerCase()}`)).total).toBe(25);
    expect((await paged(`officerId=${tenant.people.admin}`)).total).toBe(0);
  });
});

describe('S27 unknown keys of a request', () => {
  test('are dropped in read calls and in write calls', async () => {
    const plain = await send(app, 'GET', '/bus/enterprise/page', { token });
    const filteredAnswer = await send(app, 'GET', '/bus/enterprise/page', {
      token,
      query: 'where=1&select=*&$filter=x&a[b]=c',
    });
    expect(filteredAnswer.text).toBe(plain.text);
    const answer: Answer = await send(app, 'POST', '/bus/enterprise', {
      token,
      body: {
        ...(await whole()),
        creditCode: freshCreditCode(),
        status: '2',
        tenantId: '1',
        createdBy: 'x',
        nonsense: { deep: [1] },
      },
    });
    const { id } = dataOf<{ id: string }>(answer);
    const made = dataOf<{ status: string }>(await send(app, 'GET', `/bus/enterprise/${id}`, { token }));
    expect(made.status).toBe('0');
  });
  const whole = async () => {
    const [id] = tenant.enterpriseIds;
    const file = dataOf<Record<string, unknown>>(await send(app, 'GET', `/bus/enterprise/${id}`, { token }));
    return Object.fromEntries(
      ['name', 'supervisionKind', 'regionCode', 'registeredAddress', 'industryCode', 'legalPerson', 'safetyManagerName']
        .map((key) => [key, file[key]])
        .concat([['safetyManagerPhone', '13900000001']]),
    ) as Record<string, unknown>;
  };
});

function ofNobody() {
  return JSON.stringify({ id: '01a00000-0000-7000-8000-000000000000', version: 1 });
}
