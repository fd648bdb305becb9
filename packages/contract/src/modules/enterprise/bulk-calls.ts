import * as z from 'zod/mini';
import { enterpriseSortable } from './enterprise.ts';
import { bulkActions, bulkRefused, bulkWords, type BulkAction } from './bulk.ts';
import { enterpriseExportColumns } from './export.ts';
import { id, withId } from '../../domain/fields.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/dialect.ts';
import { enterpriseFilter } from './calls.ts';

const actions = Object.keys(bulkActions) as [BulkAction, ...BulkAction[]];
const chosen = {
  /** Those that were chosen one by one; all of them must be visible. */
  ids: z.optional(z.array(id).check(z.maxLength(limits.bulk.ids, `逐家选择最多 ${limits.bulk.ids} 家`))),
  /** Or all that this filter of the list leaves. */
  filter: z.optional(z.object(enterpriseFilter)),
  /** But these. */
  except: z.optional(z.array(id).check(z.maxLength(limits.bulk.ids, `最多排除 ${limits.bulk.ids} 家`))),
};
const started = z.object({
  /** The work to watch with GET /upms/job/{id}. */
  jobId: id,
  /** How many enterprises it is about. */
  total: z.int(),
});

/** Work on many enterprises at once; each is a job with progress, cancel and a result. */
export const enterpriseBulkCalls = {
  bulk: post('/bus/enterprise/bulk', {
    input: z.object({
      /** What is done. */
      action: z.enum(actions),
      ...chosen,
      ...bulkWords,
    }),
    answer: enveloped(started),
    permit: 'bus:enterprise:index',
    origin: 'chosen',
  }),
  bulkRefused: get('/bus/enterprise/bulk/refused/{id}', {
    input: pageQuery({ /** The job. */ id }, []),
    in: { id: 'path' },
    answer: enveloped(pageOf(bulkRefused)),
    permit: 'bus:enterprise:index',
    origin: 'chosen',
  }),
  bulkRefusedFile: get('/bus/enterprise/bulk/refusedFile/{id}', {
    input: withId,
    answer: file('xlsx'),
    permit: 'bus:enterprise:index',
    wait: 'export',
    origin: 'chosen',
  }),
  exportStart: post('/bus/enterprise/export/start', {
    wait: 'export',
    input: z.object({
      ...chosen,
      /** Column of the order; as the list has it. */
      by: z.optional(z.enum(enterpriseSortable)),
      /** Whether it descends. */
      desc: z.optional(z.boolean()),
      /** Columns of the file after what names a row; all of them where none is named. */
      columns: z.optional(z.array(z.enum(enterpriseExportColumns)).check(z.maxLength(100))),
    }),
    answer: enveloped(started),
    permit: 'bus:enterprise:export',
    origin: 'chosen',
  }),
};
