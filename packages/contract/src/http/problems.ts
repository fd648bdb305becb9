import type * as z from 'zod/mini';

export interface FieldProblem {
  field: string;
  msg: string;
}

/** Returns the Chinese message of a validation issue. A message in the schema takes precedence. */
function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? '不能为空' : '格式不正确';
    case 'too_big':
      return issue.origin === 'string' ? `最多 ${issue.maximum} 个字` : `不能大于 ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? `至少 ${issue.minimum} 个字` : `不能小于 ${issue.minimum}`;
    case 'invalid_value':
      return '不在可选范围内';
    default:
      return '格式不正确';
  }
}

export function problemsOf(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({
    field: issue.path.filter((part, index) => index > 0 || part !== 'filter').join('.'),
    msg: issueMessage(issue),
  }));
}
