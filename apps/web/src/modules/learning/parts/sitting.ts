// Sends lesson progress every 15 seconds. Offline it queues at most five minutes. The UI shows only server-credited
// time.
import { crediting } from '@anlan/contract/modules/learning/time-credit';
import type { SittingFace } from '@anlan/contract/modules/learning/face';
import type { SittingState } from '@anlan/contract/modules/learning/views';
import { isAway } from '#lib/api-error.ts';
import { learning } from '../calls.ts';

export interface SittingView {
  /**
   * counting: online. offline: progress is queued. full: the queue limit is reached. over: ended elsewhere or failed.
   */
  readonly mode: 'counting' | 'offline' | 'full' | 'over';
  readonly problem: string | null;
  readonly state: SittingState;
  /** Time in the queue that the server has not yet credited, in milliseconds. */
  readonly keptMs: number;
}

interface Unsent {
  from: number;
  to: number;
  /**
   * End position of the first send attempt; null if nothing was sent. The server may have counted this attempt although
   * its answer was lost.
   */
  triedTo: number | null;
}

/** Synchronises one sitting (learning session) with the server. Notifies the listener of every change. */
export class Sitting {
  #state: SittingState;
  #unsent: Unsent | null = null;
  #isSending = false;
  #again = false;
  #mode: SittingView['mode'] = 'counting';
  #problem: string | null = null;
  readonly id: string;
  readonly #told: (view: SittingView) => void;
  constructor(id: string, state: SittingState, onChange: (view: SittingView) => void) {
    this.id = id;
    this.#state = state;
    this.#told = onChange;
  }
  get view(): SittingView {
    const unsentMs = this.#unsent ? this.#unsent.to - this.#unsent.from : 0;
    return { mode: this.#mode, problem: this.#problem, state: this.#state, keptMs: unsentMs };
  }
  /** The furthest position that the user may play: the position of the server, or a later position played since. */
  get reach(): number {
    return Math.max(this.#state.furthestMs, this.#unsent?.to ?? 0);
  }
  /**
   * Whether playback may continue. It stops at the offline limit, during a face check, and when the session has ended.
   */
  get goesOn(): boolean {
    return (!this.#isAsked && this.#mode === 'counting') || this.#mode === 'offline';
  }
  /** Whether a face check is pending. Time played meanwhile does not count. */
  get #isAsked(): boolean {
    const { face } = this.#state;
    return face !== null && face.state !== 'held';
  }
  setFace(face: SittingFace | null): void {
    this.#state = { ...this.#state, face };
    this.#tell();
  }
  /** Adds a played interval to the queue and sends the queue. */
  async addInterval(from: number, to: number, last = false): Promise<void> {
    if (this.#isAsked) return;
    if (to > from) {
      const held = this.#unsent;
      // Merge intervals without a gap. Seeking back starts a new interval.
      if (held && Math.abs(held.to - from) <= crediting.toleranceMs) held.to = Math.max(held.to, to);
      else this.#unsent = { from, to, triedTo: null };
    }
    const unsentMs = this.view.keptMs;
    if (this.#mode === 'offline' && unsentMs >= crediting.offlineMs) this.#mode = 'full';
    this.#tell();
    await this.send(last);
  }
  /** Sends the queued interval. Only one request runs at a time. */
  async send(last = false): Promise<void> {
    if (this.#isSending) {
      this.#again = true;
      return;
    }
    const unsent = this.#unsent;
    if (unsent === null || this.#mode === 'over') return;
    this.#isSending = true;
    const { from, to } = unsent;
    const triedTo = unsent.triedTo ?? to;
    unsent.triedTo = triedTo;
    try {
      const { seq, nonce } = this.#state;
      const words = { id: this.id, seq: seq + 1, nonce, from: Math.round(from), to: Math.round(to) };
      const state = await learning.beat(last ? { ...words, last } : words, { quiet: true });
      this.#state = state;
      // The server counted the first attempt but its answer was lost: send only the rest.
      const done = state.repeated ? triedTo : to;
      this.#unsent = unsent.to > done ? { from: done, to: unsent.to, triedTo: null } : null;
      if (this.#isAsked) this.#unsent = null;
      this.#mode = 'counting';
      this.#problem = null;
      if (state.repeated && this.#unsent) this.#again = true;
    } catch (error) {
      if (isAway(error)) this.#mode = this.view.keptMs >= crediting.offlineMs ? 'full' : 'offline';
      else {
        this.#mode = 'over';
        this.#problem = error instanceof Error ? error.message : '学习计时中断，请重新开始';
      }
    } finally {
      this.#isSending = false;
      this.#tell();
    }
    if (this.#again) {
      this.#again = false;
      await this.send(last);
    }
  }
  #tell(): void {
    this.#told(this.view);
  }
}
