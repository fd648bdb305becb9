import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountOf, refusalOf } from './diagnostic-codes.ts';
import { readDirectories } from './settings.ts';

const diagnosticOf = (code: string) =>
  `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data ${code}, v4563 Code: 0x31`;

test('gives a message for an Active Directory code without revealing whether an account exists', () => {
  for (const code of ['52e', '525', '530', '531'])
    expect(refusalOf(diagnosticOf(code))).toEqual({ code, message: null });
  for (const [code, word] of Object.entries({ 532: '过期', 773: '修改', 775: '锁定', 533: '停用', 701: '过期' }))
    expect(refusalOf(diagnosticOf(code))).toEqual({ code, message: expect.stringContaining(word) });
  expect(refusalOf('Invalid credentials')).toEqual({ code: null, message: null });
});

test('S16 finds the account name of a directory user in three spellings', () => {
  for (const typed of ['lin', 'LIN-LAN\\lin', ' lin ', 'corp.example\\lin']) expect(accountOf(typed)).toBe('lin');
  expect(accountOf('lin@lin-lan.example')).toBe('lin@lin-lan.example');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (typed) => {
      const account = accountOf(typed);
      if (account !== null) expect(account).toMatch(/^[\p{L}\p{N}._@-]{1,64}$/u);
    }),
  );
});

test('S16 requires ldaps or StartTLS for a directory on another machine', () => {
  const one = { id: 'a', name: '目录', bindDn: 'cn=a', bindPassword: 'x', baseDn: 'dc=a' };
  const read = (more: object) => readDirectories(JSON.stringify([{ ...one, ...more }]))?.length;
  expect(read({ url: 'ldap://dc.example:389' })).toBeUndefined();
  expect(read({ url: 'ldap://10.0.0.5' })).toBeUndefined();
  expect(read({ url: 'ldap://dc.example', startTls: true })).toBe(1);
  expect(read({ url: 'ldaps://dc.example' })).toBe(1);
  expect(read({ url: 'ldap://127.0.0.1:3389' })).toBe(1);
  expect(read({ url: 'https://dc.example' })).toBeUndefined();
  expect(read({ url: 'ldaps://dc.example', filter: '(x=*)' })).toBeUndefined();
  expect(
    readDirectories(
      JSON.stringify([
        { ...one, url: 'ldaps://a' },
        { ...one, url: 'ldaps://b' },
      ]),
    ),
  ).toBeUndefined();
  expect(readDirectories('{')).toBeUndefined();
});
