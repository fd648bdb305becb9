// Stored facts that influence a decision, and who may set each of them (S99).

export type Decision = 'lateness' | 'credit' | 'presence' | 'money' | 'score' | 'coverage' | 'grade';

/** Server data that limits a value which a person claims. A claim outside the limit does not count. */
export type FactBound =
  | {
      /** Earliest allowed value: a time that the server recorded. */
      readonly notBefore: string;
      /** Latest allowed value: the time of receipt by the server, or the end of the due period. */
      readonly notAfter: 'receipt' | 'due';
      /**
       * Maximum hours between the claimed value, `notBefore` or the due time and the receipt: a number, or the key of a
       * setting.
       */
      readonly withinHours: number | string;
    }
  | {
      /** Place in the server's data near which the position must be. */
      readonly near: string;
      /** Key of the setting that holds the maximum distance in metres. */
      readonly withinMetres: string;
    }
  | {
      /**
       * Post or permit of the person who must confirm the value before it counts. This person must not profit from it.
       */
      readonly confirmedBy: string;
    }
  | {
      /**
       * Act by which the authority confirms a smaller value before it counts. Such a value counts against the
       * enterprise that enters it.
       */
      readonly smallerConfirmedBy: string;
    }
  | {
      /** Upper limit of the value: another value that the server recorded. */
      readonly atMost: string;
    };

interface FactColumn {
  /** Table and column: `risk_check.done_at`. For a JSON column also the key: `risk_check.items.at`. */
  readonly column: `${string}.${string}`;
}

export type StoredFact =
  /** A fact that no input can set. */
  | (FactColumn & { readonly setBy: 'server'; readonly decides: readonly [Decision, ...Decision[]] })
  /** A fact that input can set, within the limit of server data. */
  | (FactColumn & {
      readonly setBy: 'evidence';
      readonly decides: readonly Decision[];
      /** Inputs that set the fact, as `module.call.field`, or as `kind.field` for offline work. */
      readonly inputs: readonly [string, ...string[]];
      readonly bound: FactBound;
    })
  /** A fact that input sets. It is shown as a claim and decides nothing. */
  | (FactColumn & {
      readonly setBy: 'claimed';
      readonly inputs: readonly [string, ...string[]];
      /** Chinese words on the screen that mark the value as a claim. */
      readonly shownAs: string;
    })
  /** A fact that describes the future, set by input: a schedule, a limit, a price, a place on the map. */
  | (FactColumn & { readonly setBy: 'plan'; readonly inputs: readonly [string, ...string[]] });
