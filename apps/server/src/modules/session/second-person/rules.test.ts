// Boundary cases of the rules for second persons.
import { expect, test } from 'vitest';
import { objectionTo, type Candidate, type Terms } from './rules.ts';

const hour = 3_600_000;
const requestedAt = new Date('2026-06-30T04:00:00Z');
const ago = (hours: number) => new Date(requestedAt.getTime() - hours * hour);
const terms: Terms = { hours: 24, days: 30, factor: 'required', asker: '申请人' };
const old: Candidate = {
  createdAt: ago(2_000),
  factorAt: ago(2_000),
  changedAt: null,
  changedByAskerAt: null,
};
const objection = (more: Partial<Candidate>, by: Partial<Terms> = {}) =>
  objectionTo({ ...old, ...more }, requestedAt, { ...terms, ...by });

test('S100 refuses a second person whose account is new or was changed by the requester', () => {
  expect(objection({})).toBeNull();
  expect(objection({ createdAt: ago(24) })).toBeNull();
  expect(objection({ createdAt: ago(23.9) })).toContain('账号在申请前不足 24 小时');
  expect(objection({ factorAt: null })).toContain('没有启用两步验证');
  expect(objection({ factorAt: ago(1) })).toContain('两步验证在申请前不足 24 小时');
  expect(objection({ changedAt: ago(25) })).toBeNull();
  expect(objection({ changedAt: ago(2) })).toContain('24 小时内变动过');
  // Changes made after the request count too, for example when an account is restored.
  expect(objection({ changedAt: ago(-5) })).toContain('24 小时内变动过');
  expect(objection({ changedAt: ago(700), changedByAskerAt: ago(700) })).toContain('由申请人授予或重置过');
  expect(objection({ changedAt: ago(721), changedByAskerAt: ago(721) })).toBeNull();
});

test('S100 lets a tenant lengthen both waiting times for a second person', () => {
  expect(objection({ createdAt: ago(30) }, { hours: 48 })).toContain('48 小时');
  expect(objection({ changedByAskerAt: ago(800), changedAt: ago(800) }, { days: 60 })).toContain('60 天');
  const demonstration = { factor: 'ignored' } as const;
  expect(objection({ factorAt: ago(-1) }, demonstration)).toBeNull();
  expect(objection({ factorAt: ago(-1), createdAt: ago(1) }, demonstration)).toContain('账号');
});

test('S100 requires no second factor from a person who confirms alone', () => {
  const confirms = { factor: 'ifEnabled', asker: '平台人员' } as const;
  expect(objection({ factorAt: null }, confirms)).toBeNull();
  expect(objection({ factorAt: ago(1) }, confirms)).toContain('两步验证在申请前不足 24 小时');
  expect(objection({ changedByAskerAt: ago(100) }, confirms)).toContain('由平台人员授予或重置过');
});
