import { dictionaryCalls } from '@anlan/contract/modules/dictionary/calls';
import { fileCalls } from '@anlan/contract/modules/file/calls';
import { jobCalls } from '@anlan/contract/modules/job/calls';
import { regionCalls } from '@anlan/contract/modules/dictionary/region-calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { officerCalls } from '@anlan/contract/modules/officer/calls';
import { api } from './api.ts';

/** Dictionaries, regions and industries, for the widgets of every room. */
export const dictionaries = api(dictionaryCalls);
/** Streets and grids of the tenant, for the widgets of every room. */
export const towns = api({ list: regionCalls.regionTowns });
/** Uploads, for the widgets of every room. */
export const files = api(fileCalls);
/** Long work, for the import of every room. */
export const jobs = api(jobCalls);
/** Officers of the register who may act at an enterprise today. */
export const officers = api({ offered: officerCalls.offered });
/** Regulators and organisations to choose from. */
export const people = api({ list: userCalls.list, organTree: userCalls.organTree });
