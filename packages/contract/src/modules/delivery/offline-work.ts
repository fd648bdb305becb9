// Offline work of a phone, which is sent later (送达), and the receipt that proves its arrival.
import * as z from 'zod/mini';
import { day, requiredText, id, prose, text } from '../../domain/fields.ts';
import { positionFields } from '../../domain/position.ts';
import { itemAnswer, itemKey, maxItems, fileReference, type AnsweredItem } from '../checklist/check-item.ts';
import { followUpNoticeKinds, signature } from '../inspection/resource.ts';

/**
 * Maximum length of one body, and of all bodies of one request, in characters. It respects the request limit in bytes
 * for any script.
 */
export const maxBodyLength = 60_000;
export const maxWorks = 50;
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Id of the item's state that the person saw, so that conflicts are detected. Null if the item was unanswered. */
const seenState = z.nullable(z.string().check(z.maxLength(100)));
const keys = z.array(itemKey).check(z.minLength(1), z.maxLength(maxItems));
const rowId = { id };
const itemBodies = {
  answer: z.object({
    ...rowId,
    key: itemKey,
    seen: seenState,
    given: itemAnswer,
  }),
  /** Passes all remaining items. `keys`: the items that the person saw without an answer. */
  passRest: z.object({ ...rowId, keys }),
  undoRest: z.object({ ...rowId, keys }),
  addItem: z.object({
    ...rowId,
    /** Key that the phone created for the new item. */
    key: itemKey,
    text: requiredText(200, '问题'),
  }),
};

/** Schema of the body by kind of work. A body refers to photos by their ids in the phone's offline store. */
export const workBodies = {
  'inspection.answer': itemBodies.answer,
  'inspection.passRest': itemBodies.passRest,
  'inspection.undoRest': itemBodies.undoRest,
  'inspection.addItem': itemBodies.addItem,
  'inspection.finish': z.object({
    ...rowId,
    conclusion: prose(500, '检查结论').check(z.minLength(1, '检查结论不能为空')),
    signatures: z.array(signature).check(z.minLength(1, '请签名'), z.maxLength(20)),
    dueOn: z.optional(z.nullable(day)),
    noticeKind: z.optional(z.nullable(z.enum(followUpNoticeKinds))),
  }),
  /** Starts a check at the risk point, if nobody has started it. */
  'riskCheck.begin': z.object({
    ...rowId,
    code: z.optional(text(32)),
    ...positionFields,
  }),
  'riskCheck.answer': itemBodies.answer,
  'riskCheck.passRest': itemBodies.passRest,
  'riskCheck.undoRest': itemBodies.undoRest,
  'riskCheck.addItem': itemBodies.addItem,
  'riskCheck.finish': z.object(rowId),
} as const;
export type WorkKind = keyof typeof workBodies;
export const workKinds = Object.keys(workBodies) as [WorkKind, ...WorkKind[]];
export type WorkBody<K extends WorkKind> = z.output<(typeof workBodies)[K]>;
export const photoKind = 'photo';

/** The answer of the other person, if two people answered the same item differently. */
export const conflictingAnswer = z.object({
  said: z.string(),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  photos: z.int(),
  /** Id of this answer. The client sends it back as `seen` to overwrite the answer. */
  seen: z.nullable(z.string()),
});
export type ConflictingAnswer = z.output<typeof conflictingAnswer>;

const duplicateLocations = ['own', 'elsewhere'] as const;
export type DuplicateLocation = (typeof duplicateLocations)[number];

/** Proof of the server that the work arrived. */
export const receipt = z.object({
  id,
  /** SHA-256 of the bytes that the server read. */
  hash: z.string(),
  /** When the work was done, by the server's clock, as display text. */
  at: z.string(),
  receivedAt: z.string(),
  /** How many seconds the phone's clock was behind the server's. */
  clockOff: z.int(),
  /**
   * `done`: the work took effect. `rivalled`: it conflicts with another answer, nothing changed, and a person must
   * choose.
   */
  outcome: z.enum(['done', 'rivalled']),
  rival: z.nullable(conflictingAnswer),
  file: z.nullable(fileReference),
  /**
   * Where the same photo was found again: in the sender's data scope, or elsewhere (then without details). Null if it
   * is new.
   */
  same: z.nullable(z.enum(duplicateLocations)),
});
export type Receipt = z.output<typeof receipt>;

/** Returns the id of an item's state: the id of the work that created it, or else time and person. */
export const itemStateId = ({ via, at, by }: Pick<AnsweredItem, 'via' | 'at' | 'by'>): string | null =>
  via ?? (at === null ? null : `${at} ${by ?? ''}`.slice(0, 100));

export const maxPendingWorks = 100_000;
/** Unsent work of a browser, as the browser last reported it. */
export const previousPending = z.object({
  count: z.int(),
  since: z.string(),
  toldAt: z.string(),
  /** Whether this is the browser that made the call. */
  isHere: z.boolean(),
});
export type PreviousPending = z.output<typeof previousPending>;
