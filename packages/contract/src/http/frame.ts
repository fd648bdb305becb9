import * as z from 'zod/mini';
import { id, withId } from '../domain/fields.ts';
import { foreignMax, framed, frameHost, frameHostInput } from '../domain/frame.ts';
import { tenantId } from '../modules/session/session.ts';
import { document, enveloped, get, nothing, post } from './dialect.ts';

/** Sites of others that a tenant lets stand in frames (外部网站). */
export const frameHostCalls = {
  frameHosts: get('/upms/frame/list', {
    answer: enveloped(z.array(frameHost)),
    permit: 'sys:frame:index',
    origin: 'chosen',
  }),
  frameHostAdd: post('/upms/frame', {
    input: frameHostInput,
    answer: enveloped(withId),
    permit: 'sys:frame:edit',
    origin: 'chosen',
  }),
  frameHostRemove: get('/upms/frame/del/{id}', {
    input: withId,
    effect: 'write',
    answer: nothing,
    permit: 'sys:frame:edit',
    origin: 'chosen',
  }),
};

/** Pages of others inside ours (RT-30, S41). */
export const frameCalls = {
  frameAddress: get('/upms/frame/address', {
    input: z.object({
      /** The address that somebody wants to see; it is looked up, not obeyed. */
      src: z.string().check(z.maxLength(foreignMax, '地址过长')),
    }),
    answer: enveloped(framed),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  frameDocument: get('/upms/frame/document', {
    input: z.object({
      /** The address inside. */
      address: z.string().check(z.maxLength(foreignMax * 3)),
      /** Tenant of the person it was made for. */
      tenant: tenantId,
      /** Person it was made for. */
      user: id,
      /** Second since 1970 at which it ends. */
      ends: z.codec(z.string().check(z.regex(/^\d{1,12}$/)), z.int(), { decode: Number, encode: String }),
      /** HMAC over all of these. */
      sign: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    }),
    answer: document('text/html; charset=utf-8'),
    permit: 'public',
    document: true,
    origin: 'chosen',
  }),
};
