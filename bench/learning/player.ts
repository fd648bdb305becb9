// A player before a lesson as the page has it: what was played goes out with the next beat, what was not answered waits and
// goes again.
import type { SittingState } from '@anlan/contract/modules/learning/views';
import type { Learner } from '../../apps/server/testing/learners.ts';
import { lessonKey } from '../../apps/server/testing/learners.ts';

/** What came of a request: status 0 where nobody answered. */
export interface Answer {
  status: number;
  data: (SittingState & { id?: string }) | null;
}
/** Sends a call of learners: `begin` or `beat`. */
export type Send = (token: string, call: 'begin' | 'beat', body: object) => Promise<Answer>;

/** One person before one lesson. */
export interface Player {
  readonly task: string;
  /** What the server said last was credited, in milliseconds. */
  readonly acknowledged: number;
  /** Furthest place that was played. */
  readonly at: number;
  /** Statuses that ended the sitting. */
  readonly ended: number | null;
  /** Plays so long, without sending. */
  play(ms: number): void;
  /** Sends what was played; `isLost` where its answer does not come back. */
  beat(how?: { isLost?: boolean }): Promise<Answer | null>;
}

/** Sits down before the first lesson of a task. */
export async function sitDown(send: Send, { token }: Learner, task: string): Promise<Player> {
  const begun = await send(token, 'begin', { id: task, key: lessonKey });
  if (begun.data === null) throw new Error(`a sitting did not begin: ${begun.status}`);
  const { id } = begun.data;
  let state: SittingState = begun.data;
  let [sentTo, at] = [0, 0];
  let triedTo: number | null = null;
  let ended: number | null = null;
  return {
    task,
    get acknowledged() {
      return state.creditedMs;
    },
    get at() {
      return at;
    },
    get ended() {
      return ended;
    },
    play(ms) {
      at += ms;
    },
    async beat({ isLost = false } = {}) {
      if (ended !== null || at <= sentTo) return null;
      triedTo ??= at;
      const answer = await send(token, 'beat', { id, seq: state.seq + 1, nonce: state.nonce, from: sentTo, to: at });
      if (isLost || answer.status === 0 || answer.status === 429 || answer.status >= 500) return answer;
      if (answer.data === null) {
        ended = answer.status;
        return answer;
      }
      state = answer.data;
      // Counted at the first try, whose answer was lost: what was played since goes with the next.
      sentTo = state.repeated ? triedTo : at;
      triedTo = null;
      return answer;
    },
  };
}
