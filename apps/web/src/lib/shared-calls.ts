import { dictionaryCalls } from '@anlan/contract/modules/dictionary/calls';
import { fileCalls } from '@anlan/contract/modules/file/calls';
import { jobCalls } from '@anlan/contract/modules/job/calls';
import { regionCalls } from '@anlan/contract/modules/dictionary/region-calls';
import { userCalls } from '@anlan/contract/modules/user/calls';
import { officerCalls } from '@anlan/contract/modules/officer/calls';
import { api } from './api.ts';

/** Clients of calls that the widgets of all modules share. */
export const dictionaries = api(dictionaryCalls);
export const towns = api({ list: regionCalls.regionTowns });
export const files = api(fileCalls);
export const jobs = api(jobCalls);
export const officers = api({ offered: officerCalls.offered });
export const people = api({ list: userCalls.list, organTree: userCalls.organTree });
