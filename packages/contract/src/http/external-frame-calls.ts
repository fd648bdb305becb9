import * as z from 'zod/mini';
import { id, withId } from '../domain/fields.ts';
import { externalAddressMax, framedPage, frameHost, frameHostInput } from '../domain/external-frame.ts';
import { tenantId } from '../modules/session/session.ts';
import { document, enveloped, get, post } from './call-table.ts';

/** External sites that a tenant allows in frames (外部网站). */
export const frameHostCalls = {
  frameHosts: get('/upms/frame/list', { answer: enveloped(z.array(frameHost)), permit: 'sys:frame:index' }),
  frameHostAdd: post('/upms/frame', { input: frameHostInput, answer: enveloped(withId), permit: 'sys:frame:edit' }),
  frameHostRemove: get('/upms/frame/del/{id}', { input: withId, effect: 'write', permit: 'sys:frame:edit' }),
};

/** Calls for showing external pages in frames (RT-30, S41). */
export const frameCalls = {
  frameAddress: get('/upms/frame/address', {
    input: z.object({
      /** Address of the page to show. The server does not trust the address and looks it up. */
      src: z.string().check(z.maxLength(externalAddressMax, '地址过长')),
    }),
    answer: enveloped(framedPage),
    permit: 'signed-in',
    activity: 'background',
  }),
  frameDocument: get('/upms/frame/document', {
    input: z.object({
      address: z.string().check(z.maxLength(externalAddressMax * 3)),
      tenant: tenantId,
      user: id,
      /** Time at which the address expires, in seconds since 1970. */
      ends: z.codec(z.string().check(z.regex(/^\d{1,12}$/)), z.int(), { decode: Number, encode: String }),
      sign: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    }),
    answer: document('text/html; charset=utf-8'),
    permit: 'public',
    document: true,
  }),
};
