import { expect, test } from 'vitest';
import { findUnnamed, unsteadyFindings } from './ledger.ts';

const knownEntry = { file: 'a.test.ts', since: '2026-11-28', cause: 'two events in one millisecond' };

test('finds a requirement that no test title names', () => {
  expect(findUnnamed(['RT-01', 'RT-02', 'CA-13'], ['signs in (RT-01)', 'CA-13: exports', 'XRT-02'])).toEqual(['RT-02']);
});

test('allows the removal of an entry from the list of flaky test files', () => {
  expect(unsteadyFindings([], [knownEntry])).toEqual([]);
  expect(unsteadyFindings([knownEntry], [knownEntry])).toEqual([]);
});

test.each<[string, Parameters<typeof unsteadyFindings>, string]>([
  ['a new entry', [[knownEntry], []], 'the list only shrinks'],
  ['an entry without a cause', [[{ ...knownEntry, cause: '' }], null], 'needs its date and its cause'],
  ['an entry without a date', [[{ ...knownEntry, since: 'today' }], null], 'needs its date and its cause'],
  ['a sixth entry', [Array.from({ length: 6 }, () => knownEntry), null], 'more than 5 files'],
])('reports a list of flaky test files with %s', (_, [list, earlier], finding) => {
  expect(unsteadyFindings(list, earlier)).toEqual([expect.stringContaining(finding)]);
});
