import { formatInstant } from '@anlan/contract/domain/instant';
import type { ReportedError } from '@anlan/contract/modules/audit/log';
import { auditCalls } from '@anlan/contract/modules/audit/calls';
import { api } from './api.ts';
import type { LoggedError } from './error-log.ts';

const { report } = api({ report: auditCalls.report });

export const reportOf = ({ type, message, stack, info, url, time, count }: LoggedError): ReportedError => ({
  type,
  message,
  stack,
  info: [...(count > 1 ? [`发生 ${count} 次`] : []), ...(info ? [info] : [])].join('\n'),
  url,
  time: formatInstant(new Date(time)),
});

/** Sends logged errors to the server. The caller shows a failure. */
export const sendErrors = (errors: readonly LoggedError[]) => report({ logs: errors.map(reportOf) }, { quiet: true });
