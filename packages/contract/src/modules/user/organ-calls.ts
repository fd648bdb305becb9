import * as z from 'zod/mini';
import { idVersion, withId } from '../../domain/fields.ts';
import { organInput, organPatch, organRow } from './organ.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

export const organCalls = {
  organList: get('/upms/organ/list', { answer: enveloped(z.array(organRow)), permit: 'sys:organ:index' }),
  organCreate: post('/upms/organ', { input: organInput, answer: enveloped(idVersion), permit: 'sys:organ:add' }),
  organUpdate: post('/upms/organ/update', {
    input: organPatch,
    answer: enveloped(idVersion),
    permit: 'sys:organ:edit',
  }),
  organRemove: get('/upms/organ/del/{id}', { input: withId, effect: 'write', permit: 'sys:organ:del' }),
};
