import { expect, test, vi } from 'vitest';
import { companyOf, runAgain } from './unsteady.mjs';

const durations = { '/a': 10, '/b': 20, '/c': 10, '/d': 10, '/e': 10 };
vi.spyOn(console, 'log').mockImplementation(() => {});

test('repeats a failed test file beside other files that keep three workers busy', () => {
  const rounds = [0, 1, 2].map((round) => companyOf(durations, ['/a'], round));
  expect(rounds).toEqual([
    ['/b', '/c'],
    ['/c', '/d', '/e'],
    ['/d', '/e', '/b'],
  ]);
});

test.each<[string, number, number, boolean]>([
  ['passes three more times: the failure is forgiven', 0, 3, false],
  ['fails in the first round: the run fails', 1, 1, true],
  ['fails in the last round: the run fails', 3, 3, true],
])('repeats a failed test file that %s', async (_, failingRound, rounds, failedAgain) => {
  let round = 0;
  const answer = await runAgain({ files: ['/a'], durations, earlier: 0 }, async () => {
    round += 1;
    return round === failingRound ? { failed: 1, said: ['/a > b: no'] } : { failed: 0, said: [] };
  });
  expect(answer).toEqual({ failedAgain, said: failedAgain ? ['/a > b: no'] : [] });
  expect(round).toBe(rounds);
});

test.each([
  [['/a', '/b', '/c'], 0],
  [['/a'], 2],
])('does not repeat %j after %i flaky test files', async (files, earlier) => {
  const run = vi.fn(async () => ({ failed: 0, said: [] }));
  expect(await runAgain({ files, durations, earlier }, run)).toEqual({ failedAgain: true, said: [] });
  expect(run).not.toHaveBeenCalled();
});
