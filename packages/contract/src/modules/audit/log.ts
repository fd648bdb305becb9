import * as z from 'zod/mini';
import { toldChange } from '../../domain/change.ts';
import { id, instant, text } from '../../domain/fields.ts';

/** 日志类型: what people did, or an error that a browser reported; wire values of the dictionary logType. */
export const logType = { normal: '0', error: '9' } as const;
/** 日志类型 */
export type LogType = keyof typeof logType;

/** One entry of the logs as the list shows it. */
export const logEntry = z.object({
  /** Id of the entry. */
  id,
  /** '0' an act, '9' an error of a browser. */
  type: z.enum(['0', '9']),
  /** What was done, in words; the kind of an error. */
  title: z.string(),
  /** The call, module.verb; empty for an error of a browser. */
  call: z.string(),
  /** Whether it was done or refused. */
  outcome: z.enum(['done', 'failed']),
  /** Who. */
  createBy: z.nullable(z.string()),
  /** When. */
  createTime: instant,
  /** Address it came from. */
  remoteAddr: z.string(),
  /** Browser or program. */
  userAgent: z.string(),
  /** Id of the request in the server's log. */
  requestId: z.string(),
  /** Kind of the thing it was done to. */
  objectType: z.nullable(z.string()),
  /** Id of that thing. */
  objectId: z.nullable(z.string()),
  /** What people call things of that kind. */
  objectLabel: z.nullable(z.string()),
  /** What that thing is called now; null where it has no name. */
  objectName: z.nullable(z.string()),
  /** What was done to what, in a sentence without its subject. */
  sentence: z.string(),
  /** Note of the act, or the message of the error. */
  exception: z.nullable(z.string()),
  /** What changed, masked where classified. */
  changes: z.array(toldChange),
  /** Stack of an error. */
  stack: z.nullable(z.string()),
  /** What the page said beside the error. */
  info: z.nullable(z.string()),
  /** Page of an error, without its query. */
  url: z.nullable(z.string()),
});
/** One entry of the logs. */
export type LogEntry = z.output<typeof logEntry>;

/** One line of an error's stack. */
export const stackLine = z.object({
  /** As the browser told it. */
  raw: z.string(),
  /** Where that stands in the source, `file:line:column`; null where nobody knows, as for an older release. */
  source: z.nullable(z.string()),
});
/** One line of an error's stack. */
export type StackLine = z.output<typeof stackLine>;

const cut = (max: number) => z.nullish(z.string().check(z.overwrite((value: string) => value.slice(0, max))));

/** One error as a browser reports it; what is too long is cut. */
export const reportedError = z.object({
  /** Kind: js, promise, vue-like names of the reporting page. */
  type: cut(32),
  /** Message, 1 KB. */
  message: z.string().check(z.overwrite((value: string) => value.slice(0, 1024))),
  /** Stack, 8 KB. */
  stack: cut(8192),
  /** What the page said beside it. */
  info: cut(1024),
  /** Page; its query is dropped. */
  url: cut(2048),
  /** When it happened, by the browser's clock. */
  time: z.nullish(text(40)),
});
/** One error as a browser reports it. */
export type ReportedError = z.output<typeof reportedError>;
