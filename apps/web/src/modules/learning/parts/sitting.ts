// A sitting before one lesson: what was played goes to the server every 15 seconds; without a network it waits here, five
// minutes at most. What is shown as credited is what the server said.
import { crediting } from '@anlan/contract/modules/learning/crediting';
import type { SittingFace } from '@anlan/contract/modules/learning/face';
import type { SittingState } from '@anlan/contract/modules/learning/views';
import { isAway } from '#lib/api-error.ts';
import { learning } from '../calls.ts';

/** What a sitting is at. */
export interface SittingView {
  /** counting goes well; offline keeps what is played; full waits for the network; over has ended elsewhere or failed. */
  readonly mode: 'counting' | 'offline' | 'full' | 'over';
  readonly problem: string | null;
  readonly state: SittingState;
  /** Milliseconds that are kept here and not credited yet. */
  readonly keptMs: number;
}

/** A stretch that is on its way, or waits to be. */
interface Unsent {
  from: number;
  to: number;
  /** How much of it was in the first try, whose answer may have been lost. */
  triedTo: number | null;
}

/** Keeps one sitting with the server; `told` hears of every change. */
export class Sitting {
  #state: SittingState;
  #unsent: Unsent | null = null;
  #isSending = false;
  #again = false;
  #mode: SittingView['mode'] = 'counting';
  #problem: string | null = null;
  readonly id: string;
  readonly #told: (view: SittingView) => void;
  constructor(id: string, state: SittingState, told: (view: SittingView) => void) {
    this.id = id;
    this.#state = state;
    this.#told = told;
  }
  get view(): SittingView {
    const kept = this.#unsent ? this.#unsent.to - this.#unsent.from : 0;
    return { mode: this.#mode, problem: this.#problem, state: this.#state, keptMs: kept };
  }
  /** Furthest place that may be watched: what the server knows of, and what was played since. */
  get reach(): number {
    return Math.max(this.#state.furthestMs, this.#unsent?.to ?? 0);
  }
  /** Whether playing goes on: not without a network for longer than is credited, not where it has ended. */
  get goesOn(): boolean {
    return (!this.#isAsked && this.#mode === 'counting') || this.#mode === 'offline';
  }
  /** Whether a check waits for its answer: what is played meanwhile counts for nothing. */
  get #isAsked(): boolean {
    const { face } = this.#state;
    return face !== null && face.state !== 'held';
  }
  /** What the sitting asks now that its check was answered. */
  answered(face: SittingFace | null): void {
    this.#state = { ...this.#state, face };
    this.#tell();
  }
  /** Takes a stretch that was played, and sends it. */
  async take(from: number, to: number, last = false): Promise<void> {
    if (this.#isAsked) return;
    if (to > from) {
      const held = this.#unsent;
      // Played on without a gap: one stretch. Going back before the answer came begins a new one.
      if (held && Math.abs(held.to - from) <= crediting.toleranceMs) held.to = Math.max(held.to, to);
      else this.#unsent = { from, to, triedTo: null };
    }
    const kept = this.view.keptMs;
    if (this.#mode === 'offline' && kept >= crediting.offlineMs) this.#mode = 'full';
    this.#tell();
    await this.send(last);
  }
  /** Sends what waits, one beat after the other. */
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
      // Counted at the first try, whose answer was lost: what was played since then goes next.
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
