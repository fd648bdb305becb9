import * as z from 'zod/mini';
import { enterpriseSortable } from './enterprise.ts';
import { bulkActions, bulkRefusal, bulkInput, type BulkAction } from './bulk-actions.ts';
import { enterpriseExportColumns } from './export-columns.ts';
import { id, withId } from '../../domain/fields.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import { enterpriseFilter } from './filter.ts';

const actions = Object.keys(bulkActions) as [BulkAction, ...BulkAction[]];
const selectionFields = {
  /** Ids of the selected enterprises; the caller must be able to see all of them. */
  ids: z.optional(z.array(id).check(z.maxLength(limits.bulk.ids, `逐家选择最多 ${limits.bulk.ids} 家`))),
  /** List filter, if all matching enterprises are selected. */
  filter: z.optional(z.object(enterpriseFilter)),
  /** Ids of enterprises that are excluded from the filter's result. */
  except: z.optional(z.array(id).check(z.maxLength(limits.bulk.ids, `最多排除 ${limits.bulk.ids} 家`))),
};
const startedJob = z.object({
  jobId: id,
  total: z.int(),
});

/** Calls for bulk actions on enterprises. Each action runs as a job with progress, cancel and result. */
export const enterpriseBulkCalls = {
  bulk: post('/bus/enterprise/bulk', {
    input: z.object({
      action: z.enum(actions),
      ...selectionFields,
      ...bulkInput,
    }),
    answer: enveloped(startedJob),
    permit: 'bus:enterprise:index',
    origin: 'chosen',
  }),
  bulkRefused: get('/bus/enterprise/bulk/refused/{id}', {
    input: pageQuery({ id }, []),
    in: { id: 'path' },
    answer: enveloped(pageOf(bulkRefusal)),
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
      ...selectionFields,
      by: z.optional(z.enum(enterpriseSortable)),
      desc: z.optional(z.boolean()),
      /** Columns of the file after the identifying columns; all if absent. */
      columns: z.optional(z.array(z.enum(enterpriseExportColumns)).check(z.maxLength(100))),
    }),
    answer: enveloped(startedJob),
    permit: 'bus:enterprise:export',
    origin: 'chosen',
  }),
};
