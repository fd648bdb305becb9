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

test('stores a repeated SMS once in the simulator', async () => {
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

test('shows the SMS signature of the tenant, or of the platform', async () => {
  const sms = createSimulatorSms(address);
  await sms.send(message('own-1'));
  await sms.send({ ...message('own-2'), unit: { signName: '临澜应急', templates: {} } });
  expect((await inbox()).map(({ text }) => text.slice(0, 6))).toEqual(['【临澜应急】', '【安澜】验证']);
});

test('fails SMS requests in the simulator only the configured number of times', async () => {
  const sms = createSimulatorSms(address);
  await disturb({ times: 2, status: 500 });
  expect((await sms.send(message('b'))).kind).toBe('later');
  await disturb({ times: 1, code: 'isv.MOBILE_NUMBER_ILLEGAL' });
  expect((await sms.send(message('b'))).kind).toBe('refused');
  expect((await sms.send(message('b'))).kind).toBe('sent');
});

test('asks for a later retry of an SMS when the vendor is unavailable', async () => {
  await simulator.close();
  expect((await createSimulatorSms(address).send(message('c'))).kind).toBe('later');
});

test('does not let other sites read the pages of the SMS simulator', async () => {
  const answer = await fetch(`${address}/_ctl/sms`, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(403);
});
