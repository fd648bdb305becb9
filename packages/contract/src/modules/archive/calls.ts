import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, pageOf, pageQuery } from '../../http/call-table.ts';
import { catalogue } from './catalogue.ts';
import { archiveDocument, archiveWaiver } from './resource.ts';
import { archiveCategory, archiveOfFirm, archiveSheet } from './views.ts';

const path = '/bus/archives';
const reads = { permit: 'bus:archives:index' } as const;
const category = z.enum(
  catalogue.map(({ code }) => code),
  '请选择档案类别',
);
const ofEnterprise = { enterpriseId: z.optional(id) };

/** Calls for the archive of an enterprise (一企一档). */
export const archiveCalls = {
  ...crud(archiveDocument, path, { impersonation: false }),
  sheet: get(`${path}/sheet/one`, { input: z.object(ofEnterprise), answer: enveloped(archiveSheet), ...reads }),
  category: get(`${path}/category/one`, {
    input: z.object({ ...ofEnterprise, category }),
    answer: enveloped(archiveCategory),
    ...reads,
  }),
  /** Lists enterprises with the completeness of their archives, as of the last count. */
  firms: get(`${path}/firms/page`, {
    input: pageQuery({ keyword: z.optional(z.string().check(z.maxLength(60))) }, []),
    answer: enveloped(pageOf(archiveOfFirm)),
    ...reads,
  }),
  /** Downloads the archive of one enterprise as ZIP with an index. Files are named after their items. */
  zip: get(`${path}/zip/one`, {
    input: z.object({ ...ofEnterprise, category: z.optional(category) }),
    answer: file('zip'),
    permit: 'bus:archives:export',
    wait: 'export',
  }),
  /** Downloads the archive as one PDF. Its index lists files that are neither PDF nor picture. */
  pdf: get(`${path}/pdf/one`, {
    input: z.object(ofEnterprise),
    answer: file('pdf'),
    permit: 'bus:archives:export',
    wait: 'export',
  }),
};
export const archiveWaiverCalls = crud(archiveWaiver, '/bus/archivewaiver', { impersonation: false });
