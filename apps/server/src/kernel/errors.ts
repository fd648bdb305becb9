import { errors, type ErrorCode } from '@anlan/contract/errors';

/** A failure that a person may be told about; the HTTP layer turns the code into status and text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Goes out as `data` of the envelope. */
  readonly data: unknown;
  constructor(code: ErrorCode, message: string = errors[code].text, data: unknown = null) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** Thrown by long work that found it was asked to stop. */
export class WorkCancelled extends Error {}

/** One field that was filled in wrongly. */
export interface FieldProblem {
  field: string;
  msg: string;
}

/** Invalid input with the fields named; the first problem is the message. */
export function invalid(...problems: [FieldProblem, ...FieldProblem[]]): AppError {
  return new AppError('invalid', problems[0].msg, { errors: problems });
}
