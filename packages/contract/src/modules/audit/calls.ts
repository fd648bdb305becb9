import * as z from 'zod/mini';
import { cleanText, coded, day, id, text, withId } from '../../domain/fields.ts';
import { logEntry, logType, reportedError, stackLine } from './log.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';

/** Filters of the logs; all of them narrow. */
export const logFilter = {
  /** '0' acts (as without it), '9' errors of browsers. */
  type: z.optional(coded(logType)),
  /** The call, module.verb. */
  call: z.optional(z.string().check(z.regex(/^[a-zA-Z]{1,32}\.[a-zA-Z]{1,32}$/))),
  /** Whether it was done or refused. */
  outcome: z.optional(z.enum(['done', 'failed'])),
  /** Who. */
  userId: z.optional(id),
  /** Beginning of the name that whoever did it went by then, people long gone too. */
  userName: z.optional(text(64, '人员')),
  /** Address it came from, exactly. */
  remoteAddr: z.optional(
    z.string().check(z.overwrite(cleanText), z.regex(/^[0-9a-fA-F.:]{1,45}$/, '来源地址请填完整的 IP 地址')),
  ),
  /** First day. */
  from: z.optional(day),
  /** Last day, inclusive. */
  to: z.optional(day),
};

/** Logs (日志). */
export const auditCalls = {
  page: get('/upms/log/page', {
    input: pageQuery(logFilter, ['createTime']),
    answer: enveloped(pageOf(logEntry)),
    permit: 'sys:log:index',
    origin: 'spec §7',
  }),
  export: get('/upms/log/export', {
    input: pageQuery(logFilter, ['createTime']),
    effect: 'read',
    answer: file('xlsx'),
    permit: 'sys:log:export',
    wait: 'export',
    origin: 'chosen',
  }),
  /** The stack of an error that a browser reported, each line with its place in the source. */
  stack: get('/upms/log/stack/{id}', {
    input: withId,
    effect: 'read',
    answer: enveloped(z.array(stackLine)),
    permit: 'sys:log:index',
    origin: 'chosen',
  }),
  hide: get('/upms/log/del/{id}', {
    input: withId,
    effect: 'write',
    answer: nothing,
    permit: 'sys:log:del',
    origin: 'spec §7',
  }),
  report: post('/upms/log/logs', {
    input: z.object({
      /** Errors, at most a hundred. */
      logs: z.array(reportedError).check(z.minLength(1), z.maxLength(limits.errorReport.entries)),
    }),
    bare: 'logs',
    answer: nothing,
    permit: 'signed-in',
    impersonation: true,
    activity: 'background',
    demo: true,
    origin: 'spec §7',
  }),
};
