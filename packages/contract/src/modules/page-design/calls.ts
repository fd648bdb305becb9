import * as z from 'zod/mini';
import { id, instant, text, whole, withId } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { document, enveloped, get, nothing, post } from '../../http/dialect.ts';
import { designLimits } from './limits.ts';
import { pageDesign } from './resource.ts';
import { pageData, pageDraft, pageEdition, pageTemplate } from './views.ts';

const path = '/mall/pagedevise';
const reads = { permit: 'mall:pagedevise:index', origin: 'chosen' } as const;
const edits = { permit: 'mall:pagedevise:edit', origin: 'chosen' } as const;
const publishes = { permit: 'mall:pagedevise:publish', origin: 'chosen' } as const;
const everybody = { permit: 'public', activity: 'background', origin: 'chosen', document: true } as const;
/** A design as text: what is too long is told by the reader of designs, in its words. */
const design = z.string();
/** Most bytes of a body that carries a design; characters of Chinese have three, and quotes are escaped. */
const bodyBytes = designLimits.characters * 4;
/** Proof of a preview link. */
const sign = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

/** Calls of pages of the mall and of their designs. */
export const pageDesignCalls = {
  ...crud(pageDesign, path, { impersonation: false }),
  /** The draft of a page. */
  draft: get(`${path}/draft`, { input: withId, answer: enveloped(pageDraft), ...reads }),
  /** Saves the draft; an editor with an older version is told who saved meanwhile. */
  saveDraft: post(`${path}/draft`, {
    input: z.object({ id, /** Version of the draft that was worked on. */ version: whole, design }),
    answer: enveloped(pageDraft),
    conflict: pageDraft,
    bodyBytes,
    ...edits,
  }),
  /** What the parts of a design show, of a page that may be unsaved. */
  data: post(`${path}/data`, {
    input: z.object({ id, design }),
    answer: enveloped(pageData),
    effect: 'read',
    bodyBytes,
    ...reads,
  }),
  /** Shows the draft to everybody, now or from a time on. */
  publish: post(`${path}/publish`, {
    input: z.object({
      id,
      /** Version of the draft. */
      version: whole,
      /** From when; now where it is left out. */
      goesAt: z.optional(z.nullable(instant)),
      note: z.optional(z.nullable(text(60, '说明'))),
    }),
    answer: enveloped(pageEdition),
    conflict: pageDraft,
    ...publishes,
  }),
  /** Takes back what waits for its time. */
  unschedule: post(`${path}/unschedule`, { input: withId, answer: nothing, ...publishes }),
  editions: get(`${path}/editions`, { input: withId, answer: enveloped(z.array(pageEdition)), ...reads }),
  /** An earlier version becomes the one that everybody sees, and the draft. */
  rollBack: post(`${path}/rollback`, {
    input: z.object({ id, /** Number of the version. */ edition: whole }),
    answer: enveloped(pageEdition),
    ...publishes,
  }),
  templates: get(`${path}/templates`, { answer: enveloped(z.array(pageTemplate)), ...reads }),
  /** Says that somebody works on a page, and hears who else does and whether the draft was saved. */
  look: post(`${path}/look`, {
    input: withId,
    answer: enveloped(
      z.object({
        /** Version of the draft. */ version: z.int(),
        /** Who saved it last. */ savedBy: z.nullable(z.string()),
        /** Others who have the page open. */ others: z.array(z.string()),
      }),
    ),
    activity: 'background',
    ...edits,
  }),
  /** A link that shows the draft to everybody who has it, for a while. */
  preview: post(`${path}/preview`, {
    input: withId,
    answer: enveloped(
      z.object({ /** Proof to put into the address. */ sign: z.string(), /** How long it holds. */ endsAt: instant }),
    ),
    secret: true,
    ...reads,
  }),
  /** The page for everybody: a page by its id, else the home page of a shop, else of the unit. */
  show: get('/mall/page', {
    input: z.object({ tenantId, id: z.optional(id), shopId: z.optional(id), sign: z.optional(sign) }),
    answer: document('text/html; charset=utf-8'),
    ...everybody,
  }),
  /** Goods of a shop or of all, by words or category, as a page for everybody. */
  found: get('/mall/page/goods', {
    input: z.object({
      tenantId,
      shopId: z.optional(id),
      /** Words in the name. */
      q: z.optional(text(30, '搜索词')),
      category: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{0,32}$/))),
    }),
    answer: document('text/html; charset=utf-8'),
    ...everybody,
  }),
  /** A picture or video of a page that everybody sees, or that a preview link shows. */
  file: get('/mall/page/file', {
    input: z.object({ tenantId, /** The page. */ id, /** The file. */ file: id, sign: z.optional(sign) }),
    answer: document('application/octet-stream'),
    ...everybody,
  }),
};
