import * as z from 'zod/mini';
import { id, instant, text, whole, withId } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { document, enveloped, get, post } from '../../http/call-table.ts';
import { designLimits } from './limits.ts';
import { pageDesign } from './resource.ts';
import { pageData, pageDraft, pageEdition, pageTemplate } from './views.ts';

const path = '/mall/pagedevise';
const readAccess = { permit: 'mall:pagedevise:index' } as const;
const editAccess = { permit: 'mall:pagedevise:edit' } as const;
const publishAccess = { permit: 'mall:pagedevise:publish' } as const;
const publicAccess = { permit: 'public', activity: 'background', document: true } as const;
/** Design as text. It has no length limit here, because the design reader reports texts that are too long. */
const design = z.string();
/** Maximum body size in bytes: a Chinese character takes three bytes, and quotes are escaped. */
const bodyBytes = designLimits.characters * 4;
/** Signature of the server in a preview link. */
const sign = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

export const pageDesignCalls = {
  ...crud(pageDesign, path, { impersonation: false }),
  draft: get(`${path}/draft`, { input: withId, answer: enveloped(pageDraft), ...readAccess }),
  /** Saves the draft. A stale version is refused; the response names the last editor. */
  saveDraft: post(`${path}/draft`, {
    input: z.object({ id, version: whole, design }),
    answer: enveloped(pageDraft),
    conflict: pageDraft,
    bodyBytes,
    ...editAccess,
  }),
  data: post(`${path}/data`, {
    input: z.object({ id, design }),
    answer: enveloped(pageData),
    effect: 'read',
    bodyBytes,
    ...readAccess,
  }),
  publish: post(`${path}/publish`, {
    input: z.object({
      id,
      version: whole,
      /** Time of publication; if absent, the page is published at once. */
      goesAt: z.optional(z.nullable(instant)),
      note: z.optional(z.nullable(text(60, '说明'))),
    }),
    answer: enveloped(pageEdition),
    conflict: pageDraft,
    ...publishAccess,
  }),
  /** Cancels a scheduled publication. */
  unschedule: post(`${path}/unschedule`, { input: withId, ...publishAccess }),
  editions: get(`${path}/editions`, { input: withId, answer: enveloped(z.array(pageEdition)), ...readAccess }),
  /** Publishes an earlier edition again and makes it the draft. */
  rollBack: post(`${path}/rollback`, {
    input: z.object({ id, edition: whole }),
    answer: enveloped(pageEdition),
    ...publishAccess,
  }),
  templates: get(`${path}/templates`, {
    input: z.object({ shopId: z.optional(id) }),
    answer: enveloped(z.array(pageTemplate)),
    ...readAccess,
  }),
  /** Heartbeat of an open editor. Registers the caller, and returns the other editors and the time of the last save. */
  look: post(`${path}/look`, {
    input: withId,
    answer: enveloped(z.object({ version: z.int(), savedBy: z.nullable(z.string()), others: z.array(z.string()) })),
    activity: 'background',
    ...editAccess,
  }),
  /** Creates a temporary link. Everybody who has the link can see the draft. */
  preview: post(`${path}/preview`, {
    input: withId,
    answer: enveloped(z.object({ sign: z.string(), endsAt: instant })),
    secret: true,
    ...readAccess,
  }),
  /**
   * Returns a public page: the page with the id. Without an id, returns the home page of the shop, or else of the
   * unit.
   */
  show: get('/mall/page', {
    input: z.object({ tenantId, id: z.optional(id), shopId: z.optional(id), sign: z.optional(sign) }),
    answer: document('text/html; charset=utf-8'),
    ...publicAccess,
  }),
  found: get('/mall/page/goods', {
    input: z.object({
      tenantId,
      shopId: z.optional(id),
      q: z.optional(text(30, '搜索词')),
      category: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{0,32}$/))),
    }),
    answer: document('text/html; charset=utf-8'),
    ...publicAccess,
  }),
  file: get('/mall/page/file', {
    input: z.object({ tenantId, id, file: id, sign: z.optional(sign) }),
    answer: document('application/octet-stream'),
    ...publicAccess,
  }),
};
