import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, pageOf, pageQuery } from '../../http/dialect.ts';
import { catalogue } from './catalogue.ts';
import { archiveDocument, archiveWaiver } from './resource.ts';
import { archiveCategory, archiveOfFirm, archiveSheet } from './views.ts';

const path = '/bus/archives';
const reads = { permit: 'bus:archives:index', origin: 'chosen' } as const;
const category = z.enum(
  catalogue.map(({ code }) => code),
  '请选择档案类别',
);
const ofEnterprise = { /** The enterprise; the caller's own where it is left out. */ enterpriseId: z.optional(id) };

/** Calls of the archive of an enterprise (一企一档). */
export const archiveCalls = {
  ...crud(archiveDocument, path, { impersonation: false }),
  sheet: get(`${path}/sheet/one`, { input: z.object(ofEnterprise), answer: enveloped(archiveSheet), ...reads }),
  category: get(`${path}/category/one`, {
    input: z.object({
      ...ofEnterprise,
      category,
    }),
    answer: enveloped(archiveCategory),
    ...reads,
  }),
  /** Enterprises with how complete their archives were when they were last counted. */
  firms: get(`${path}/firms/page`, {
    input: pageQuery({ keyword: z.optional(z.string().check(z.maxLength(60))) }, []),
    answer: enveloped(pageOf(archiveOfFirm)),
    ...reads,
  }),
  /** The whole archive of one enterprise, its files under the names of items, with an index. */
  zip: get(`${path}/zip/one`, {
    input: z.object({ ...ofEnterprise, /** One category alone. */ category: z.optional(category) }),
    answer: file('zip'),
    permit: 'bus:archives:export',
    wait: 'export',
    origin: 'chosen',
  }),
  /** The same as one PDF; what is neither a PDF nor a picture is named in the index. */
  pdf: get(`${path}/pdf/one`, {
    input: z.object(ofEnterprise),
    answer: file('pdf'),
    permit: 'bus:archives:export',
    wait: 'export',
    origin: 'chosen',
  }),
};
/** Calls of waivers (不适用说明). */
export const archiveWaiverCalls = crud(archiveWaiver, '/bus/archivewaiver', { impersonation: false });
