// Processor time of a learner's heartbeat: 7 at a time, as many as arrive within 20 ms from 5,000 learners.
import { lessonKey, makeLearners } from '../apps/server/testing/learners.ts';
import type { Figure } from './measured-results.ts';
import { forEachOf } from './measure.ts';
import { scaled } from './database.ts';
import { processorOfBoth, send, signIn, withServer } from './servers.ts';

const people = scaled(1_000);
const beatsEach = 8;
const atOnce = 7;

export const learners = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_day', enterprises: { 1: 3_000 } }, async (place, app) => {
    // The first request loads code that all later requests use.
    await signIn(app, place, '1', 'regulator1');
    const options = { tenant: '1', people, tasks: 1, seconds: 4 * 3600, at: new Date() };
    const all = (await makeLearners(place.sql, options)).map(({ token, tasks }) => ({
      token,
      task: tasks[0] ?? '',
      state: { id: '', seq: 0, nonce: '' },
      sentAt: 0,
      playedMs: 0,
    }));
    await forEachOf(all, atOnce, async (learner) => {
      learner.state = await send(`${app.url}/bus/alearning/begin`, learner.token, { id: learner.task, key: lessonKey });
      learner.sentAt = performance.now();
    });
    const beat = () =>
      forEachOf(all, atOnce, async (learner) => {
        const { id, seq, nonce } = learner.state;
        const from = learner.playedMs;
        learner.playedMs += Math.floor(performance.now() - learner.sentAt);
        learner.sentAt = performance.now();
        const body = { id, seq: seq + 1, nonce, from, to: learner.playedMs };
        learner.state = { id, ...(await send(`${app.url}/bus/alearning/beat`, learner.token, body)) };
      });
    // The first heartbeat of a learner begins the task.
    for (let n = 0; n < 2; n += 1) await beat();
    const before = processorOfBoth(place, app);
    for (let n = 0; n < beatsEach; n += 1) await beat();
    const value = (processorOfBoth(place, app) - before) / (beatsEach * people);
    return [{ what: "a learner's beat, ms processor", value, target: '' }];
  });
