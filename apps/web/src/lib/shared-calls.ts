import { dictionaryCalls } from '@anlan/contract/wire/dictionary';
import { fileCalls } from '@anlan/contract/wire/file';
import { jobCalls } from '@anlan/contract/wire/job';
import { userCalls } from '@anlan/contract/wire/user';
import { api } from './api.ts';

/** Dictionaries, regions and industries, for the widgets of every room. */
export const dictionaries = api(dictionaryCalls);
/** Uploads, for the widgets of every room. */
export const files = api(fileCalls);
/** Long work, for the import of every room. */
export const jobs = api(jobCalls);
/** Officers and organisations to choose from. */
export const people = api({ list: userCalls.list, organTree: userCalls.organTree });
