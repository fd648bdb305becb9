import { expect, test } from 'vitest';
import { unnamed, unsteadyFindings } from './ledger.ts';

const known = { file: 'a.test.ts', since: '2026-11-28', cause: 'two events in one millisecond' };

test('a requirement that no title names is found', () => {
  expect(unnamed(['RT-01', 'RT-02', 'CA-13'], ['signs in (RT-01)', 'CA-13: exports', 'XRT-02'])).toEqual(['RT-02']);
});

test('the list of unsteady files may lose entries', () => {
  expect(unsteadyFindings([], [known])).toEqual([]);
  expect(unsteadyFindings([known], [known])).toEqual([]);
});

test.each<[string, Parameters<typeof unsteadyFindings>, string]>([
  ['a new entry', [[known], []], 'the list only shrinks'],
  ['an entry without a cause', [[{ ...known, cause: '' }], null], 'needs its date and its cause'],
  ['an entry without a date', [[{ ...known, since: 'today' }], null], 'needs its date and its cause'],
  ['a sixth entry', [Array.from({ length: 6 }, () => known), null], 'more than 5 files'],
])('%s is a finding', (_, [list, earlier], finding) => {
  expect(unsteadyFindings(list, earlier)).toEqual([expect.stringContaining(finding)]);
});
