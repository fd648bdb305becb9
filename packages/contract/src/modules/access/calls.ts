import * as z from 'zod/mini';
import { menuEntry } from './access.ts';
import { enveloped, get } from '../../http/dialect.ts';

/** Roles, menus and permits. */
export const accessCalls = {
  menu: get('/upms/menu', {
    answer: enveloped(z.array(menuEntry)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
};
