import * as z from 'zod/mini';
import { dictionaryItem, industrySection, region } from './dictionary.ts';
import { text } from '../../domain/fields.ts';
import { enveloped, get } from '../../http/call-table.ts';

/** Dictionaries, regions and industries. */
export const dictionaryCalls = {
  byType: get('/upms/dict/type/{type}', {
    input: z.object({ type: z.string().check(z.regex(/^[A-Za-z0-9_]{1,64}$/)) }),
    in: { type: 'path' },
    id: 'word',
    answer: enveloped(z.array(dictionaryItem)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
  grey: get('/upms/dict/type/grey', {
    answer: enveloped(z.array(dictionaryItem)),
    permit: 'public',
    activity: 'background',
    origin: 'spec §7',
  }),
  regionChildren: get('/upms/region/children', {
    input: z.object({ /** Code of the upper region; provinces when empty. */ parent: z.optional(text(6)) }),
    answer: enveloped(z.array(region)),
    permit: 'public',
    activity: 'background',
  }),
  regionSearch: get('/upms/region/search', {
    input: z.object({ /** Search text: prefix of a code, part of a name, or pinyin initials. */ q: text(64) }),
    answer: enveloped(z.array(region)),
    permit: 'public',
    activity: 'background',
    rate: 'lookup',
  }),
  industryTree: get('/upms/industry/tree', {
    answer: enveloped(z.array(industrySection)),
    permit: 'public',
    activity: 'background',
  }),
};
