import { errors, type ErrorCode } from '@anlan/contract/errors';

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  constructor(code: ErrorCode, message: string = errors[code].text, data: unknown = null) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** Error of a job whose user has requested to cancel the job. */
export class WorkCancelled extends Error {}

export interface FieldProblem {
  field: string;
  msg: string;
}

/** Error for invalid input with the affected fields. The first problem gives the message. */
export function invalid(...problems: [FieldProblem, ...FieldProblem[]]): AppError {
  return new AppError('invalid', problems[0].msg, { errors: problems });
}
