import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { positionAccuracy, positionFields } from '../../domain/position.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/call-table.ts';
import { fileReference } from '../checklist/check-item.ts';
import { classSession } from './resource.ts';
import { attendee, ownAttendance, sessionCode, currentCode } from './views.ts';

const path = '/bus/classsession';
const own = { permit: 'bus:classsession:attend' as const };

/** Calls for talks, meetings and classes (班前会、安全例会、集中培训). */
export const classSessionCalls = {
  ...crud(classSession, path, { impersonation: false }),
  code: get(`${path}/code`, {
    input: withId,
    in: {},
    answer: enveloped(currentCode),
    permit: 'bus:classsession:hold',
    activity: 'background',
  }),
  /**
   * Records the place of the session from the leader's browser. The positions of people who scan the attendance code
   * are compared with it.
   */
  locate: post(`${path}/locate`, {
    input: z.object({
      id,
      lng: z.number('请填写经度').check(z.gte(-180, '经度无效'), z.lte(180, '经度无效')),
      lat: z.number('请填写纬度').check(z.gte(-90, '纬度无效'), z.lte(90, '纬度无效')),
      accuracy: positionAccuracy,
    }),
    permit: 'bus:classsession:hold',
  }),
  roster: get(`${path}/roster`, {
    input: withId,
    in: {},
    answer: enveloped(z.array(attendee)),
    permit: 'bus:classsession:index',
  }),
  /** Returns the record sheet (培训记录表) with the signatures of the participants. */
  sheet: get(`${path}/sheet/{id}`, {
    input: withId,
    answer: file('pdf'),
    wait: 'export',
    permit: 'bus:classsession:index',
  }),
  enter: post(`${path}/enter`, {
    input: z.object({
      id,
      /** Ids of participants without a phone. */
      employeeIds: z.array(id, '请选择人员').check(z.minLength(1, '请选择人员'), z.maxLength(200, '一次最多 200 人')),
    }),
    permit: 'bus:classsession:hold',
  }),
  arrive: post(`${path}/arrive`, {
    input: z.object({ code: sessionCode, ...positionFields }),
    answer: enveloped(ownAttendance),
    ...own,
  }),
  sign: post(`${path}/sign`, { input: z.object({ id, signature: fileReference }), ...own }),
};
