import * as z from 'zod/mini';
import { cleanText, codeMapping, day, id, instant, oneOrMany, text, withId } from '../../domain/fields.ts';
import { logEntry, logExportColumns, logType, reportedError, stackLine } from './log.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

/** Filters of the log. A row must match all of them. */
export const logFilter = {
  /** Kind of entries: '0' acts of people (default), '9' browser errors. */
  type: z.optional(codeMapping(logType)),
  call: z.optional(z.string().check(z.regex(/^[a-zA-Z]{1,32}\.[a-zA-Z]{1,32}$/))),
  outcome: z.optional(z.enum(['done', 'failed'])),
  userId: z.optional(id),
  /** Prefix of the person's name at that time; also finds people who have left. */
  userName: z.optional(text(64, '人员')),
  /** Full IP address; parts of an address are refused. */
  remoteAddr: z.optional(
    z.string().check(z.overwrite(cleanText), z.regex(/^[0-9a-fA-F.:]{1,45}$/, '来源地址请填完整的 IP 地址')),
  ),
  from: z.optional(day),
  /** Last day of the range, inclusive. */
  to: z.optional(day),
};

export const auditCalls = {
  page: get('/upms/log/page', {
    input: pageQuery(logFilter, ['createTime']),
    answer: enveloped(pageOf(logEntry)),
    permit: 'sys:log:index',
    origin: 'spec §7',
  }),
  export: get('/upms/log/export', {
    input: pageQuery({ ...logFilter, columns: z.optional(oneOrMany(z.enum(logExportColumns))) }, ['createTime']),
    effect: 'read',
    answer: file('xlsx'),
    permit: 'sys:log:export',
    wait: 'export',
  }),
  /** Returns the stack of a browser error. Each line has its place in the source code. */
  stack: get('/upms/log/stack/{id}', {
    input: withId,
    effect: 'read',
    answer: enveloped(z.array(stackLine)),
    permit: 'sys:log:index',
  }),
  hide: get('/upms/log/del/{id}', { input: withId, effect: 'write', permit: 'sys:log:del', origin: 'spec §7' }),
  /** Lists the alarms that nobody has checked, at most 100. They leave the list after three days. */
  alarms: get('/upms/log/alarms', {
    answer: enveloped(z.array(z.object({ id, note: z.string(), at: instant }))),
    permit: 'sys:token:del',
  }),
  /** Records that the caller checked an alarm. Its to-do is done for everybody. */
  confirmAlarm: post('/upms/log/alarm/confirm', { input: withId, in: {}, permit: 'sys:token:del' }),
  report: post('/upms/log/logs', {
    input: z.object({ logs: z.array(reportedError).check(z.minLength(1), z.maxLength(limits.errorReport.entries)) }),
    bare: 'logs',
    permit: 'signed-in',
    impersonation: true,
    activity: 'background',
    demo: true,
    origin: 'spec §7',
  }),
};
