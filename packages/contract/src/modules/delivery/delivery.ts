// Work done without a network (送达): what a phone sends later, and how the server proves that it arrived.
import * as z from 'zod/mini';
import { day, filled, id, prose, text } from '../../domain/fields.ts';
import { positionFields } from '../../domain/position.ts';
import { itemAnswer, itemKey, itemsMost, keptFile, type FoundItem } from '../checklist/item.ts';
import { noticeAfter, signature } from '../inspection/resource.ts';

/** Length of the longest body of a piece of work, and of all that are sent at once: in any script, what a request may hold. */
export const bodyMost = 60_000;
/** Most pieces of work that are sent at once. */
export const worksMost = 50;
/** SHA-256 of what was sent, in hexadecimal digits. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What an answer was given over: who wrote the state of the item that the person saw, and null where nobody had. */
const seen = z.nullable(z.string().check(z.maxLength(100)));
const keys = z.array(itemKey).check(z.minLength(1), z.maxLength(itemsMost));
const record = { /** The row that is answered. */ id };
/** What is answered item by item, of whatever rows have items. */
const itemBodies = {
  answer: z.object({
    ...record,
    /** The item. */
    key: itemKey,
    seen,
    /** What was answered. */
    given: itemAnswer,
  }),
  /** 'All pass but these', with the items that the person saw unanswered. */
  passRest: z.object({ ...record, keys }),
  undoRest: z.object({ ...record, keys }),
  addItem: z.object({
    ...record,
    /** Key that the phone gave the new item. */
    key: itemKey,
    text: filled(200, '问题'),
  }),
};

/** Bodies of each kind of work; photos are named by the ids under which the phone keeps them. */
export const workBodies = {
  'inspection.answer': itemBodies.answer,
  'inspection.passRest': itemBodies.passRest,
  'inspection.undoRest': itemBodies.undoRest,
  'inspection.addItem': itemBodies.addItem,
  'inspection.finish': z.object({
    ...record,
    conclusion: prose(500, '检查结论').check(z.minLength(1, '检查结论不能为空')),
    signatures: z.array(signature).check(z.minLength(1, '请签名'), z.maxLength(20)),
    dueOn: z.optional(z.nullable(day)),
    noticeKind: z.optional(z.nullable(z.enum(noticeAfter))),
  }),
  /** Begins a check of a risk point at it, if nobody did. */
  'riskCheck.begin': z.object({
    ...record,
    /** What the posted QR code says. */
    code: z.optional(text(32)),
    ...positionFields,
  }),
  'riskCheck.answer': itemBodies.answer,
  'riskCheck.passRest': itemBodies.passRest,
  'riskCheck.undoRest': itemBodies.undoRest,
  'riskCheck.addItem': itemBodies.addItem,
  'riskCheck.finish': z.object(record),
} as const;
/** A kind of work that may be sent later. */
export type WorkKind = keyof typeof workBodies;
/** Every kind of work. */
export const workKinds = Object.keys(workBodies) as [WorkKind, ...WorkKind[]];
/** The body of a kind of work. */
export type WorkBody<K extends WorkKind> = z.output<(typeof workBodies)[K]>;
/** A photo or a signature as phones send it. */
export const photoKind = 'photo';

/** The other state of what two people answered differently. */
export const rival = z.object({
  /** What stands there, in words. */
  said: z.string(),
  /** Who answered it. */
  by: z.nullable(z.string()),
  /** When, as people read it. */
  at: z.nullable(z.string()),
  /** How many photos it has. */
  photos: z.int(),
  /** To be sent as `seen` by whoever answers over it. */
  seen: z.nullable(z.string()),
});
/** The other state of what two people answered differently. */
export type Rival = z.output<typeof rival>;

const sameIn = ['own', 'elsewhere'] as const;
/** Where the very same photo stands too. */
export type Same = (typeof sameIn)[number];

/** Proof that something arrived, as the server keeps it. */
export const receipt = z.object({
  /** Id that the phone gave it. */
  id,
  /** SHA-256 of what the server read. */
  hash: z.string(),
  /** When it was done, by the server's clock; as people read it. */
  at: z.string(),
  /** When it arrived; as people read it. */
  receivedAt: z.string(),
  /** Seconds by which the phone's clock was behind the server's. */
  clockOff: z.int(),
  /** What became of it; `rivalled` changed nothing, and a person chooses. */
  outcome: z.enum(['done', 'rivalled']),
  rival: z.nullable(rival),
  /** The stored file, of a photo. */
  file: z.nullable(keptFile),
  /** Where the very same photo stands too: in what its sender oversees, or somewhere else, of which no more is told. */
  same: z.nullable(z.enum(sameIn)),
});
/** Proof that something arrived. */
export type Receipt = z.output<typeof receipt>;

/** Names the state of an item: by the piece of work that made it, else by time and person. */
export const seenOf = ({ via, at, by }: Pick<FoundItem, 'via' | 'at' | 'by'>): string | null =>
  via ?? (at === null ? null : `${at} ${by ?? ''}`.slice(0, 100));

/** Most pieces of work that a browser says it owes. */
export const owedMost = 100_000;
/** What a browser owed when it was heard of last. */
export const owedBefore = z.object({
  /** How many pieces of work. */
  count: z.int(),
  /** When the oldest of it was done; as people read it. */
  since: z.string(),
  /** When it was told; as people read it. */
  toldAt: z.string(),
  /** Whether it was this very browser. */
  isHere: z.boolean(),
});
/** What a browser owed when it was heard of last. */
export type OwedBefore = z.output<typeof owedBefore>;
