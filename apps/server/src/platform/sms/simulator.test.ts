import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulator } from '../../../../simulator/src/server.ts';
import { createSimulatorSms } from './simulator.ts';

let simulator: ReturnType<typeof createSimulator>;
let address = '';
beforeEach(async () => {
  simulator = createSimulator();
  address = await simulator.listen(0);
});
afterEach(() => simulator.close());

const message = (idemKey: string) =>
  ({ phone: '13912345678', template: 'codeApply', params: { code: '123456', minutes: '5' }, idemKey }) as const;
const inbox = async () => (await fetch(`${address}/_ctl/sms`)).json() as Promise<{ text: string }[]>;
const disturb = (body: object) =>
  fetch(`${address}/_ctl/sms/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a message arrives once however often it is sent, with code, template and words', async () => {
  const sms = createSimulatorSms(address);
  expect(await sms.send(message('a'))).toEqual({ kind: 'sent', receipt: 'a' });
  await sms.send(message('a'));
  expect(await inbox()).toMatchObject([
    {
      phone: '13912345678',
      template: 'codeApply',
      params: { code: '123456' },
      text: expect.stringContaining('企业入驻'),
    },
  ]);
});

test('a message shows the signature of its unit, and the platform’s where the unit has none', async () => {
  const sms = createSimulatorSms(address);
  await sms.send(message('own-1'));
  await sms.send({ ...message('own-2'), unit: { signName: '临澜应急', templates: {} } });
  expect((await inbox()).map(({ text }) => text.slice(0, 6))).toEqual(['【临澜应急】', '【安澜】验证']);
});

test('what is told to go wrong does, and only so often', async () => {
  const sms = createSimulatorSms(address);
  await disturb({ times: 2, status: 500 });
  expect((await sms.send(message('b'))).kind).toBe('later');
  await disturb({ times: 1, code: 'isv.MOBILE_NUMBER_ILLEGAL' });
  expect((await sms.send(message('b'))).kind).toBe('refused');
  expect((await sms.send(message('b'))).kind).toBe('sent');
});

test('a vendor that is not there is tried again later', async () => {
  await simulator.close();
  expect((await createSimulatorSms(address).send(message('c'))).kind).toBe('later');
});

test('pages of other sites read nothing', async () => {
  const answer = await fetch(`${address}/_ctl/sms`, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(403);
});
