import * as z from 'zod/mini';
import { labelledChange } from '../../domain/field-change.ts';
import { id, instant, text } from '../../domain/fields.ts';

/** Kinds of log entries (日志类型): acts of people and browser errors; wire values of the dictionary logType. */
export const logType = { normal: '0', error: '9' } as const;
export type LogType = keyof typeof logType;

export const logEntry = z.object({
  id,
  type: z.enum(['0', '9']),
  title: z.string(),
  /** The call as module.verb; empty for a browser error. */
  call: z.string(),
  outcome: z.enum(['done', 'failed']),
  createBy: z.nullable(z.string()),
  createTime: instant,
  remoteAddr: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  objectLabel: z.nullable(z.string()),
  /** Current name of the record; null if it has none. */
  objectName: z.nullable(z.string()),
  /** Sentence without its subject: the action and the record. */
  sentence: z.string(),
  /** Note of the act, or the error message. */
  exception: z.nullable(z.string()),
  changes: z.array(labelledChange),
  stack: z.nullable(z.string()),
  info: z.nullable(z.string()),
  /** Address of the page where the error occurred, without its query. */
  url: z.nullable(z.string()),
});
export type LogEntry = z.output<typeof logEntry>;

/** Columns that an export can be limited to; time, person and act are always there. */
export const logExportColumns = ['outcome', 'exception', 'remoteAddr', 'userAgent', 'requestId'] as const;
export type LogExportColumn = (typeof logExportColumns)[number];

export const stackLine = z.object({
  raw: z.string(),
  /** Place in the source as `file:line:column`; null if it is unknown, for example for an older release. */
  source: z.nullable(z.string()),
});
export type StackLine = z.output<typeof stackLine>;

const truncatedText = (max: number) => z.nullish(z.string().check(z.overwrite((value: string) => value.slice(0, max))));

/** An error that a browser reports. Texts that are too long are cut. */
export const reportedError = z.object({
  type: truncatedText(32),
  /** Message of the error; cut to 1024 characters. */
  message: z.string().check(z.overwrite((value: string) => value.slice(0, 1024))),
  /** Stack of the error; cut to 8192 characters. */
  stack: truncatedText(8192),
  info: truncatedText(1024),
  /** Address of the page; its query is removed. */
  url: truncatedText(2048),
  /** Time of the error by the browser's clock. */
  time: z.nullish(text(40)),
});
export type ReportedError = z.output<typeof reportedError>;
