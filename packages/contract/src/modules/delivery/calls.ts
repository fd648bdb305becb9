import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { placeFields } from '../../domain/position.ts';
import { limits } from '../../limits.ts';
import { enveloped, post } from '../../http/dialect.ts';
import { bodyMost, owedBefore, owedMost, receipt, sha256, workKinds, worksMost } from './delivery.ts';

const clocks = {
  /** Id that the phone gave it; the same id takes effect once. */
  id,
  /** When it was done, by the phone's clock. */
  at: instant,
  /** When it is sent, by the same clock. */
  sentAt: instant,
};
const path = '/bus/delivery';
const work = {
  /** What kind of work it is. */
  kind: z.enum(workKinds),
  /** The work as JSON, hashed as it stands. */
  body: z.string().check(z.minLength(2), z.maxLength(bodyMost)),
};

/** Calls that take in what was done without a network (送达). */
export const deliveryCalls = {
  /** The key that what one person keeps in one browser is sealed with; the same each time they sign in there. */
  key: post(`${path}/key`, {
    input: z.object({ /** Id that the browser gave itself. */ device: id }),
    effect: 'read',
    answer: enveloped(z.object({ /** 32 bytes as base64url. */ key: z.string() })),
    secret: true,
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  send: post(`${path}/send`, {
    input: z.object({ ...clocks, ...work }),
    answer: enveloped(receipt),
    // Each kind asks for its own permit.
    permit: 'signed-in',
    origin: 'chosen',
  }),
  /**
   * Much work in its order. Answers the receipts of what took effect, up to the first that did not or that another
   * answered otherwise; the rest is as if it had not been sent, and what stopped it is told to `send`.
   */
  sendMany: post(`${path}/sendMany`, {
    input: z.object({
      sentAt: clocks.sentAt,
      works: z.array(z.object({ id: clocks.id, at: clocks.at, ...work })).check(
        z.minLength(1),
        z.maxLength(worksMost),
        z.refine((works) => works.reduce((sum, { body }) => sum + body.length, 0) <= bodyMost, '一次送出的内容太多'),
      ),
    }),
    answer: enveloped(z.array(receipt)),
    permit: 'signed-in',
    origin: 'chosen',
  }),
  photo: post(`${path}/photo`, {
    input: z.object({
      ...clocks,
      /** What it is for. */
      purpose: z.enum(['photo', 'evidence']),
      /** SHA-256 of the bytes; bytes with another are refused. Left out where the browser can make none. */
      hash: z.optional(sha256),
      ...placeFields,
    }),
    in: { id: 'body', at: 'body', sentAt: 'body', purpose: 'body', hash: 'body', latitude: 'body', longitude: 'body' },
    file: { maxBytes: limits.upload.pictureBytes, kinds: ['png', 'jpg'] },
    answer: enveloped(receipt),
    permit: 'signed-in',
    wait: 'upload',
    origin: 'chosen',
  }),
  /**
   * Notes how much a browser still owes. One that has just begun to keep is told once what others of the same person, or
   * it itself before its storage was cleared, owed last.
   */
  owed: post(`${path}/owed`, {
    input: z.object({
      /** Id that the browser gave itself. */
      device: id,
      /** Pieces of work that have not arrived. */
      count: z.int().check(z.gte(0), z.lte(owedMost)),
      /** When the oldest of them was done, by the browser's clock. */
      since: z.optional(z.nullable(instant)),
      /** Whether the browser has just begun to keep. */
      isNew: z.boolean(),
    }),
    answer: enveloped(z.array(owedBefore)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  /** What is there of what a phone believes to have sent; what is missing is not answered. */
  receipts: post(`${path}/receipts`, {
    input: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    effect: 'read',
    answer: enveloped(z.array(receipt)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
};
