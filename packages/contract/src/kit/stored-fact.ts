// Facts that decide something, and who may set each of them (S99).

/** What a fact decides. */
export type Decision = 'lateness' | 'credit' | 'presence' | 'money' | 'score' | 'coverage' | 'grade';

/** What the server saw that encloses a claim. A claim outside of it does not count. */
export type FactBound =
  | {
      /** The earliest value: a time that the server recorded. */
      readonly notBefore: string;
      /** The latest value: the receipt by the server, or the end of the time in which it was due. */
      readonly notAfter: 'receipt' | 'due';
      /** Hours until the receipt, from the value, `notBefore` or the due time; a number, or the key of a setting. */
      readonly withinHours: number | string;
    }
  | {
      /** The place that the server knows. */
      readonly near: string;
      /** Key of the setting that holds the largest distance. */
      readonly withinMetres: string;
    }
  | {
      /** Who confirms it before it counts: by post or permit another than the person who profits by it. */
      readonly confirmedBy: string;
    }
  | {
      /** It counts against the enterprise that says it; a smaller value counts once this act of its authority confirms it. */
      readonly smallerConfirmedBy: string;
    }
  | {
      /** The most that it may be: what the server recorded. */
      readonly atMost: string;
    };

interface Stored {
  /** Table and column: `risk_check.done_at`; of a JSON column also the key: `risk_check.items.at`. */
  readonly column: `${string}.${string}`;
}

/** A stored fact and who sets it. */
export type StoredFact =
  /** No input reaches it. */
  | (Stored & { readonly setBy: 'server'; readonly decides: readonly [Decision, ...Decision[]] })
  /** An input reaches it within a bound. */
  | (Stored & {
      readonly setBy: 'evidence';
      readonly decides: readonly Decision[];
      /** Inputs that claim it, as `module.call.field`; of work that is sent later `kind.field`. */
      readonly inputs: readonly [string, ...string[]];
      readonly bound: FactBound;
    })
  /** An input sets it. People see it as a claim, and it decides nothing. */
  | (Stored & {
      readonly setBy: 'claimed';
      readonly inputs: readonly [string, ...string[]];
      /** The Chinese words by which people see that it is a claim. */
      readonly shownAs: string;
    })
  /** An input says what will be: a schedule, a limit, a price, a place on the map. */
  | (Stored & { readonly setBy: 'plan'; readonly inputs: readonly [string, ...string[]] });
