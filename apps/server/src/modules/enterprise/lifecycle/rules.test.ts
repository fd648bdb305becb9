import { enterpriseStatus, lifecycleSteps, type EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  edges,
  mayTake,
  missingFor,
  stepOf,
  stepsOpen,
  wrongState,
  type Actor,
  type LifecycleFacts,
  type Step,
} from './rules.ts';

const states = Object.keys(enterpriseStatus) as EnterpriseStatus[];
const steps = Object.keys(edges) as Step[];

const row = (more: Partial<LifecycleFacts> = {}): LifecycleFacts => ({
  id: 'e1',
  status: 'underReview',
  source: 'apply',
  created_by: 'u9',
  submitted_by: 'u9',
  ...more,
});
const actor = (more: Partial<Actor> = {}): Actor => ({
  userId: 'u1',
  reason: null,
  userType: 'regulator',
  enterpriseId: null,
  roles: [],
  permits: new Set(['bus:enterprise:audit']),
  ...more,
});

describe('CA-13 state machine of enterprises', () => {
  test('uses only allowed transitions on every path', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 30 }), (path) => {
        let state: EnterpriseStatus = 'draft';
        let reviewed = false;
        let activated = false;
        for (const step of path) {
          if (wrongState(step, state) !== null) continue;
          expect(edges[step].from).toContain(state);
          if (step === 'approve' || step === 'reject') expect(reviewed).toBe(true);
          if (step === 'suspend' || step === 'resume' || step === 'close') expect(activated).toBe(true);
          state = edges[step].to;
          if (step === 'submit') reviewed = true;
          if (state === 'active') activated = true;
        }
      }),
    );
  });

  test('allows no step from the state closed', () => {
    for (const step of steps) expect(wrongState(step, 'closed')).not.toBeNull();
    for (const to of states) expect(stepOf('closed', to)).toBeNull();
  });

  test('connects two states by at most one step', () => {
    const ways = states.flatMap((from) =>
      states.flatMap((to) => {
        const fitting = lifecycleSteps.filter((step) => edges[step].to === to && edges[step].from.includes(from));
        expect(fitting.length).toBeLessThanOrEqual(1);
        expect(stepOf(from, to)).toBe(fitting[0] ?? null);
        return fitting.map((step) => `${from} ${step} ${to}`);
      }),
    );
    expect(ways.sort()).toEqual(
      [
        'draft activate active',
        'draft submit underReview',
        'rejected submit underReview',
        'underReview withdraw draft',
        'underReview approve active',
        'underReview reject rejected',
        'active suspend suspended',
        'suspended resume active',
        'active close closed',
        'suspended close closed',
      ].sort(),
    );
  });
});

describe('rights for lifecycle steps', () => {
  const regulator = actor();
  const head = actor({
    userId: 'u2',
    userType: 'enterprise',
    enterpriseId: 'e1',
    roles: ['ROLE_ENT_ADMIN'],
    permits: new Set(),
  });
  const staff = { ...head, roles: ['ROLE_ENT_STAFF'] };
  const elsewhere = { ...head, enterpriseId: 'e2' };
  const allowedSteps = (who: Actor) => steps.filter((step) => mayTake(who, step, row()));

  test('let only a regulator with the audit permit or the head of the enterprise act', () => {
    expect(allowedSteps(regulator)).toEqual(['activate', 'approve', 'reject', 'suspend', 'resume', 'close', 'merge']);
    expect(allowedSteps({ ...regulator, permits: new Set() })).toEqual([]);
    expect(allowedSteps(head)).toEqual(['submit', 'withdraw', 'suspend']);
    expect(allowedSteps(staff)).toEqual([]);
    expect(allowedSteps(elsewhere)).toEqual([]);
    expect(allowedSteps({ ...regulator, userType: 'shop' })).toEqual([]);
  });

  test('S33 do not let applicants decide their own application', () => {
    const own = row({ submitted_by: 'u1' });
    expect(stepsOpen(regulator, own)).not.toContain('approve');
    expect(stepsOpen(regulator, own)).not.toContain('reject');
    expect(stepsOpen(regulator, row({ created_by: 'u1' }))).not.toContain('approve');
    expect(stepsOpen(regulator, row())).toEqual(['approve', 'reject']);
  });

  test('let the system submit an application but never decide about an application', () => {
    expect(allowedSteps(actor({ userId: null, reason: 'application', userType: null, permits: new Set() }))).toEqual([
      'submit',
      'withdraw',
    ]);
    expect(allowedSteps(actor({ userId: null, reason: null }))).toEqual([]);
  });
});

test('requires every *A field of an enterprise for activation', () => {
  const demanded = Object.entries(enterpriseFieldSpecs).flatMap(([name, { spec }]) => (spec.required ? [name] : []));
  const full = Object.fromEntries(demanded.map((name) => [name, 'x']));
  fc.assert(
    fc.property(fc.constantFrom<Step>('submit', 'approve', 'activate'), fc.subarray(demanded), (step, blank) => {
      const file = { ...full, ...Object.fromEntries(blank.map((name) => [name, ' '])) };
      expect(
        missingFor(step, file)
          .map(({ field }) => field)
          .sort(),
      ).toEqual([...blank].sort());
    }),
  );
  for (const step of ['submit', 'approve'] as const) expect(missingFor(step, { ...full, licence: null })).toEqual([]);
});
