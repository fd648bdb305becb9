// Property tests of state changes, turns and deadlines over generated dangers and people.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '@anlan/contract/domain/instant';
import type { Move } from '@anlan/contract/kit/state-machine';
import { danger } from '@anlan/contract/modules/danger/resource';
import { dangerStates, type DangerState } from '@anlan/contract/modules/danger/states';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import {
  deadlinesFrom,
  escalationOf,
  isOverdue,
  lateDays,
  mayMove,
  turnOf,
  verifiersOf,
  type Actor,
  type Responsibility,
  type Facts,
} from './rules.ts';
import { seedOf } from '../../../testing/seeds.ts';

fc.configureGlobal({ seed: seedOf('DANGER_SEED'), numRuns: 400 });
const today = '2026-03-02';
const day = fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days));
const user = fc.constantFrom('u1', 'u2', 'u3', 'u4');
const facts: fc.Arbitrary<Facts> = fc
  .record({
    enterpriseId: fc.constant('e1'),
    status: fc.constantFrom(...(Object.keys(dangerStates) as DangerState[])),
    level: fc.constantFrom('general', 'major'),
    origin: fc.constantFrom('own', 'regulator'),
    foundAt: day.map((one) => new Date(`${one}T02:00:00Z`)),
    deadlineOn: day,
    dutyPersonId: fc.option(fc.constantFrom('p1', 'p2', 'p3')),
    fixerId: fc.option(user),
    submittedAt: fc.option(day.map((one) => new Date(`${one}T02:00:00Z`))),
    headSignedAt: fc.option(fc.constant(new Date('2026-03-01T02:00:00Z'))),
    planState: fc.constantFrom('none', 'waiting', 'approved', 'returned'),
    interimMeasures: fc.constant(null),
    extensions: fc.constant([]),
    extensionStatus: fc.constant(null),
    listedOn: fc.option(day),
    delistedOn: fc.option(day),
    sampledOn: fc.option(day),
    sampleResult: fc.constant(null),
    urgedAt: fc.constant(null),
    createdBy: user,
    turn: fc.constant('enterprise'),
  })
  .map((one) => one as Facts);
const around: fc.Arbitrary<Responsibility> = fc
  .record({
    dutyUserId: fc.option(user),
    heads: fc.uniqueArray(user, { maxLength: 2 }),
    safety: fc.uniqueArray(user, { maxLength: 2 }),
    majorAcceptBy: fc.constantFrom('head', 'regulator'),
  })
  .map(({ dutyUserId, heads, safety, majorAcceptBy }) => ({
    dutyUserId,
    heads,
    leads: [...new Set([...heads, ...safety])],
    settings: {
      'rectify.voidDays': 3,
      'rectify.extensionTimes': 1,
      'rectify.extensionDays': 15,
      'rectify.majorAcceptBy': majorAcceptBy as 'head' | 'regulator',
    },
    today,
  }));
const actor: fc.Arbitrary<Actor> = fc
  .record({
    userId: user,
    isRegulator: fc.boolean(),
    employeeId: fc.option(fc.constantFrom('p1', 'p2', 'p3', 'p4')),
    posts: fc.subarray<PostKind>(['head', 'safetyManager', 'teamLeader', 'general']),
    mayVoid: fc.boolean(),
  })
  // A regulator has no employee record and no posts.
  .map(({ posts, isRegulator, employeeId, ...one }) => ({
    ...one,
    isRegulator,
    employeeId: isRegulator ? null : employeeId,
    posts: new Set(isRegulator ? [] : posts),
  }));
const moves = Object.entries<Move>(danger.states?.moves ?? {});
const placed = (one: Facts, standing: Responsibility): Facts => ({ ...one, turn: turnOf(one, standing) });

describe('the party that must act next on a danger', () => {
  test('is nobody only for a closed danger', () => {
    fc.assert(
      fc.property(facts, around, (one, standing) => {
        const turn = turnOf(one, standing);
        expect(turn === 'nobody').toBe(one.status === 'accepted' || one.status === 'voided');
        if (turn === 'verifier') expect(verifiersOf(one, standing)).not.toEqual([]);
        if (turn === 'verifier') expect([one.level, one.origin]).toEqual(['general', 'own']);
        if (one.status === 'submitted' && turn === 'head') expect(standing.heads).not.toEqual([]);
      }),
    );
  });
  test('always lets somebody accept or sign a submitted danger', () => {
    fc.assert(
      fc.property(facts, around, (dangerFacts, standing) => {
        const one = placed({ ...dangerFacts, status: 'submitted', dutyPersonId: null }, standing);
        const regulator: Actor = { userId: 'r', isRegulator: true, employeeId: null, posts: new Set(), mayVoid: true };
        const of = (userId: string): Actor => ({
          userId,
          isRegulator: false,
          employeeId: `row of ${userId}`,
          posts: new Set(standing.heads.includes(userId) ? (['head'] as const) : (['safetyManager'] as const)),
          mayVoid: true,
        });
        const everybody = [regulator, ...standing.leads.map(of)];
        const named = { ...one, dutyPersonId: 'somebody else' };
        const acts = everybody.flatMap((who) =>
          ['accept', 'sign'].filter((move) => mayMove(move, named, who, standing)),
        );
        expect(acts).not.toEqual([]);
      }),
    );
  });
});

test('lets no user accept their own fix of a danger', () => {
  fc.assert(
    fc.property(facts, around, actor, (dangerFacts, standing, who) => {
      const one = placed({ ...dangerFacts, status: 'submitted' }, standing);
      for (const move of ['accept', 'sendBack']) {
        if (!mayMove(move, one, who, standing)) continue;
        if (!who.isRegulator) expect(who.posts.has('head') || who.posts.has('safetyManager')).toBe(true);
        if (who.isRegulator) expect(one.turn).toBe('regulator');
        if (move === 'accept' && !who.isRegulator) {
          expect(who.userId).not.toBe(one.fixerId);
          expect(who.userId).not.toBe(standing.dutyUserId);
          expect(who.employeeId === null || who.employeeId !== one.dutyPersonId).toBe(true);
        }
        if (one.origin === 'regulator' && move === 'accept' && one.level === 'general')
          expect(who.isRegulator).toBe(true);
      }
    }),
  );
});

test('refuses to void a listed or too old danger', () => {
  fc.assert(
    fc.property(facts, around, actor, (dangerFacts, standing, who) => {
      const one = placed(dangerFacts, standing);
      if (!mayMove('void', one, who, standing)) return;
      expect(one.level === 'major' && one.listedOn !== null).toBe(false);
      expect(one.foundAt >= new Date(`${addDays(today, -4)}T16:00:00Z`)).toBe(true);
      expect(who.userId === one.createdBy || who.mayVoid).toBe(true);
    }),
  );
});

test('allows no state change of a closed danger', () => {
  const away = (state: DangerState) => moves.filter(([, { from, to }]) => from.includes(state) && to !== undefined);
  expect(away('accepted')).toEqual([]);
  expect(away('voided')).toEqual([]);
  for (const state of ['open', 'rectifying', 'submitted', 'returned'] as const) expect(away(state)).not.toEqual([]);
});

test('counts the late days of a danger from the day after its deadline', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const late = lateDays(one, today);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(isOverdue({ ...one, status: 'open', deadlineOn: today }, today)).toBe(false);
      expect(isOverdue({ ...one, status: 'open', deadlineOn: addDays(today, -1) }, today)).toBe(true);
      if (isOverdue(one, today)) expect(late).toBeGreaterThan(0);
      if (one.status === 'voided') expect(late).toBe(0);
    }),
  );
});

test('escalates a danger with its late days', () => {
  expect([0, 1, 2, 3, 6, 7, 30].map((late) => escalationOf(late, false, [1, 3, 7]))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect(escalationOf(1, true, [1, 3, 7])).toBe(3);
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 180 }), (foundOn, usual, most) => {
      const days = { 'rectify.generalDays': usual, 'rectify.generalMaxDays': most, 'rectify.majorDays': 30 };
      const { generalDeadlineOn, generalLatestOn } = deadlinesFrom(foundOn, days);
      expect(generalDeadlineOn > foundOn && generalDeadlineOn <= generalLatestOn).toBe(true);
    }),
  );
});
