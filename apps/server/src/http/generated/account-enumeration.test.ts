// S92: anonymous calls reveal nothing about accounts, neither at once nor by later answers. Repeats each kind of
// attempt, then tries every other kind. npm test runs a seeded sample; DEEP=1 runs all.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { encryptContacts } from '#modules/user/encrypted/rules.ts';
import { updateUser } from '#modules/user/store.ts';
import { callNamed, cipher, clientOf, sendCall } from '../../../testing/client.ts';
import { fieldsOf } from '../../../testing/fields.ts';
import { openTestApp } from '../../../testing/app.ts';
import { drawnMost } from '../../../testing/seeds.ts';
import { inBrowser, provableTicket } from '../../../testing/oauth-fixtures.ts';
import { freshCreditCode, makeTenant, phoneOfKind, type TestTenant } from '../../../testing/tenants.ts';

const sampled = 8;
const app = await openTestApp();
let tenant: TestTenant;
const mailOf = (name: string) => `${name}@alike.example`;
beforeAll(async () => {
  tenant = await makeTenant(app);
  const ids = [tenant.people.entadmin, tenant.people.regulator];
  await app.db.scoped(systemScope('test', tenant.id), async (tx) => {
    const vault = await app.vault.of(tx);
    for (const [index, name] of ['entadmin', 'regulator'].entries()) {
      const id = ids[index] ?? '';
      const encrypted = encryptContacts(vault, id, { email: mailOf(name) });
      await updateUser(tx, id, { ...encrypted, updated_at: app.clock.now() });
    }
  });
});
afterAll(() => app.close());

/** Identifiers that an unauthenticated caller may send. The identifiers belong to one person, to two, or to nobody. */
interface GuessedPerson {
  name: string;
  phone: string;
  mail: string;
  led: string | null;
  bindTicket?: string;
}
type Typed = Record<string, unknown>;

/**
 * Pattern of input fields that can identify a person. A public call with such a field is either tried or listed in
 * `namesNobody`.
 */
const naming = /^(username|phone|mobile|email|mail|account|number|nickName|bindTicket)$/;
const namesNobody = new Set([
  // These calls find an application only by its number. Attempts are counted by the phone of the application.
  'enterprise.applyState',
  'enterprise.applyForm',
  'enterprise.applyWithdraw',
  'enterprise.applyAgain',
  // Reveals nothing before the phone is proven, like `applyProof`.
  'enterprise.apply',
  // Finds an application only by its number. The applicant learns only whether the SMS code is right.
  'shop.applyState',
]);

const tries: readonly (readonly [string, string, (who: GuessedPerson) => Typed])[] = [
  ['password by name', 'session.signIn', ({ name }) => ({ username: name, password: cipher(app, 'not it') })],
  ['password by phone', 'session.signIn', ({ phone }) => ({ username: phone, password: cipher(app, 'not it') })],
  ['password by mail', 'session.signIn', ({ mail }) => ({ username: mail, password: cipher(app, 'not it') })],
  ['directory by name', 'session.directorySignIn', ({ name }) => ({ username: name, password: cipher(app, 'no') })],
  ['directory by phone', 'session.directorySignIn', ({ phone }) => ({ username: phone, password: cipher(app, 'no') })],
  ['directory by mail', 'session.directorySignIn', ({ mail }) => ({ username: mail, password: cipher(app, 'no') })],
  ['ask for the code of a directory', 'session.directoryCode', ({ bindTicket }) => ({ bindTicket })],
  [
    'prove by password',
    'session.directoryProve',
    ({ bindTicket }) => ({ bindTicket, password: cipher(app, 'not it') }),
  ],
  ['prove by code', 'session.directoryProve', ({ bindTicket }) => ({ bindTicket, code: '000000' })],
  ['code by SMS', 'session.phoneSignIn', ({ phone }) => ({ phone, code: '000000', grant_type: 'sms_login' })],
  ['code of a kind', 'session.phoneSignIn', ({ phone }) => ({ phone, code: '000000', userType: '1' })],
  ...['1', '2', '3', '4', '5', '6'].flatMap((type) => [
    [`ask for ${type}`, 'sms.send', ({ phone }: GuessedPerson) => ({ phone, type })] as const,
    [`check ${type}`, 'sms.check', ({ phone }: GuessedPerson) => ({ phone, type, code: '000000' })] as const,
  ]),
  [
    'register',
    'user.register',
    ({ name, phone }) => ({
      username: name,
      phone,
      code: '000000',
      entName: '临江货运有限公司',
      type: '1',
      password: cipher(app, '海上升明月 天涯共此时'),
    }),
  ],
  ['apply', 'enterprise.applyProof', ({ phone }) => ({ phone, code: '000000' })],
  [
    'apply with a shop',
    'shop.apply',
    ({ phone }) => ({
      phone,
      code: '000000',
      name: '临江劳保店',
      creditCode: freshCreditCode(),
      company: '临江劳保用品有限公司',
      contactName: '陈佳宁',
      serviceLine: '0571-86001000',
      address: '桐溪路 18 号',
      agreed: [],
    }),
  ],
];

async function answerTo([, name, typed]: (typeof tries)[number], who: GuessedPerson): Promise<string> {
  const headers = { authorization: clientOf(app), ...inBrowser };
  const answer = await sendCall(app, callNamed(app, name), { ...typed(who), tenantId: tenant.id }, { headers });
  return `${answer.status} ${answer.text} ${String(answer.headers['retry-after'] ?? '')}`;
}

/** Repeats one kind of attempt until it is refused, then tries every other kind; returns the answers. */
async function answersAfter(first: (typeof tries)[number], meant: GuessedPerson): Promise<string[]> {
  await app.sql('delete from sign_in_attempt; delete from public_attempt; delete from sms_code');
  const who = { ...meant, bindTicket: await provableTicket(app, tenant, meant.led) };
  const story: string[] = [];
  for (let count = 0; count < 6; count += 1) story.push(`${first[0]}: ${await answerTo(first, who)}`);
  for (const each of tries) story.push(`then ${each[0]}: ${await answerTo(each, who)}`);
  return story;
}

test('tests every public call with a field that names a person', () => {
  const tried = new Set(tries.map(([, name]) => name));
  const open = app.mounted.filter(
    ({ call }) => call.permit === 'public' && fieldsOf(call).some(({ key }) => naming.test(key)),
  );
  expect(open.map(({ name }) => name).filter((name) => !tried.has(name) && !namesNobody.has(name))).toEqual([]);
});

describe('S92 an existing name, phone or mail is answered like an unknown one', () => {
  const firsts = tries.map((first) => ({ name: first[0], first }));
  const drawnFirsts = process.env['DEEP'] === '1' ? firsts : drawnMost(firsts, 'ALIKE_SEED', sampled);
  test.each(drawnFirsts)('answers alike for existing and unknown people six times: $name', async ({ first }) => {
    const phone = phoneOfKind(tenant.id, 'entadmin');
    const [nobody, stranger] = [{ name: 'weizhi-user', mail: mailOf('weizhi'), led: null }, '13700098765'];
    const unknown = await answersAfter(first, { ...nobody, phone: stranger });
    const existingPerson = { name: 'entadmin', phone, mail: mailOf('entadmin'), led: tenant.people.entadmin };
    expect(await answersAfter(first, existingPerson)).toEqual(unknown);
    // A phone number does not reveal whose it is.
    expect(await answersAfter(first, { ...nobody, phone })).toEqual(unknown);
    expect(await answersAfter(first, { ...existingPerson, led: null })).toEqual(unknown);
    expect(await answersAfter(first, { ...existingPerson, name: 'regulator' })).toEqual(unknown);
    expect(await answersAfter(first, { ...existingPerson, phone: stranger })).toEqual(unknown);
  });
});
