import { dictionaryCalls } from '@anlan/contract/wire/dictionary';
import { fileCalls } from '@anlan/contract/wire/file';
import { jobCalls } from '@anlan/contract/wire/job';
import { regionCalls } from '@anlan/contract/wire/region';
import { userCalls } from '@anlan/contract/wire/user';
import { api } from './api.ts';

/** Dictionaries, regions and industries, for the widgets of every room. */
export const dictionaries = api(dictionaryCalls);
/** Streets and grids of the tenant, for the widgets of every room. */
export const towns = api({ list: regionCalls.regionTowns });
/** Uploads, for the widgets of every room. */
export const files = api(fileCalls);
/** Long work, for the import of every room. */
export const jobs = api(jobCalls);
/** Officers and organisations to choose from. */
export const people = api({ list: userCalls.list, organTree: userCalls.organTree });
