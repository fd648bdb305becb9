import * as z from 'zod/mini';
import { menuEntry } from './menu-entry.ts';
import { enveloped, get } from '../../http/call-table.ts';

export const accessCalls = {
  menu: get('/upms/menu', {
    answer: enveloped(z.array(menuEntry)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
};
