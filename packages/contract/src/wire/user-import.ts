import * as z from 'zod/mini';
import { id, withId } from '../domain/fields.ts';
import { userImportConfirm } from '../domain/user-import.ts';
import { limits } from '../limits.ts';
import { enveloped, file, get, post } from './dialect.ts';

const jobOf = z.object({
  /** The work to watch with GET /upms/job/{id}. */
  jobId: id,
});

/** People brought in as a list: a dry run that names each fault, then what the person decides. */
export const userImportCalls = {
  importTemplate: get('/upms/user/importTemplate', {
    answer: file('xlsx'),
    permit: 'sys:user:import',
    wait: 'export',
    origin: 'chosen',
  }),
  import: post('/upms/user/import', {
    file: { maxBytes: limits.userImport.bytes, kinds: ['xlsx', 'csv'] },
    answer: enveloped(jobOf),
    permit: 'sys:user:import',
    wait: 'upload',
    rate: 'lookup',
    origin: 'chosen',
  }),
  importConfirm: post('/upms/user/import/confirm', {
    input: userImportConfirm,
    answer: enveloped(jobOf),
    permit: 'sys:user:import',
    origin: 'chosen',
  }),
  importErrors: get('/upms/user/import/errors/{id}', {
    input: withId,
    answer: file('xlsx'),
    permit: 'sys:user:import',
    wait: 'export',
    origin: 'chosen',
  }),
};
