import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { placeFields } from '../../domain/position.ts';
import { limits } from '../../limits.ts';
import { enveloped, post } from '../../http/call-table.ts';
import {
  maxBodyLength,
  previousPending,
  maxPendingWorks,
  receipt,
  sha256,
  workKinds,
  maxWorks,
} from './offline-work.ts';

const clocks = {
  /** Id that the phone created for the work. Work that is sent twice with the same id takes effect once. */
  id,
  /** When the work was done, by the phone's clock. */
  at: instant,
  /** When the work was sent, by the phone's clock. */
  sentAt: instant,
};
const path = '/bus/delivery';
const work = {
  kind: z.enum(workKinds),
  /** The work as JSON text. The hash is computed over exactly this text. */
  body: z.string().check(z.minLength(2), z.maxLength(maxBodyLength)),
};

/** Calls that receive offline work (送达). */
export const deliveryCalls = {
  /**
   * Returns the key that encrypts the offline data of one person in one browser. This browser gets the same key at
   * each sign-in.
   */
  key: post(`${path}/key`, {
    input: z.object({ /** Id that the browser created for itself. */ device: id }),
    effect: 'read',
    answer: enveloped(z.object({ /** Encryption key: 32 bytes as base64url. */ key: z.string() })),
    secret: true,
    permit: 'signed-in',
    activity: 'background',
  }),
  send: post(`${path}/send`, {
    input: z.object({ ...clocks, ...work }),
    answer: enveloped(receipt),
    // The handler of each kind of work checks its own permit.
    permit: 'signed-in',
  }),
  /**
   * Processes several works in order. Returns receipts up to the first work that fails or conflicts; later works have
   * no effect. `send` with that work returns the reason.
   */
  sendMany: post(`${path}/sendMany`, {
    input: z.object({
      sentAt: clocks.sentAt,
      works: z.array(z.object({ id: clocks.id, at: clocks.at, ...work })).check(
        z.minLength(1),
        z.maxLength(maxWorks),
        z.refine(
          (works) => works.reduce((sum, { body }) => sum + body.length, 0) <= maxBodyLength,
          '一次送出的内容太多',
        ),
      ),
    }),
    answer: enveloped(z.array(receipt)),
    permit: 'signed-in',
  }),
  photo: post(`${path}/photo`, {
    input: z.object({
      ...clocks,
      purpose: z.enum(['photo', 'evidence']),
      /** SHA-256 of the bytes; other bytes are refused. Absent if the browser cannot compute it. */
      hash: z.optional(sha256),
      ...placeFields,
    }),
    in: { id: 'body', at: 'body', sentAt: 'body', purpose: 'body', hash: 'body', latitude: 'body', longitude: 'body' },
    file: { maxBytes: limits.upload.pictureBytes, kinds: ['png', 'jpg'] },
    answer: enveloped(receipt),
    permit: 'signed-in',
    wait: 'upload',
  }),
  /**
   * Records how much work a browser has not sent yet. The first call of a new offline store returns the last recorded
   * counts of the same person.
   */
  owed: post(`${path}/owed`, {
    input: z.object({
      device: id,
      /** Number of works that the browser has not sent. */
      count: z.int().check(z.gte(0), z.lte(maxPendingWorks)),
      /** Time of the oldest unsent work, by the browser's clock. */
      since: z.optional(z.nullable(instant)),
      /** Whether the browser has just created its offline store. */
      isNew: z.boolean(),
    }),
    answer: enveloped(z.array(previousPending)),
    permit: 'signed-in',
    activity: 'background',
  }),
  /** Returns the receipts of work that the phone believes to have sent. Work that did not arrive has no receipt. */
  receipts: post(`${path}/receipts`, {
    input: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    effect: 'read',
    answer: enveloped(z.array(receipt)),
    permit: 'signed-in',
    activity: 'background',
  }),
};
