/** HTTP status and default message for each error code (spec §8). */
export const errors = {
  invalid: { status: 400, text: '填写的内容有误，请检查后重试' },
  unauthenticated: { status: 401, text: '登录过期' },
  denied: { status: 403, text: '当前操作没有权限' },
  notFound: { status: 404, text: '资源不存在' },
  conflict: { status: 409, text: '内容已被他人修改，请核对后再保存' },
  tooLarge: { status: 413, text: '提交的内容过大' },
  mediaType: { status: 415, text: '不支持的内容类型' },
  unbound: { status: 417, text: '未绑定登录账号，请使用密码登录后绑定' },
  badCredentials: { status: 426, text: '用户名不存在或密码错误' },
  badCaptcha: { status: 428, text: '验证码错误,请重新输入' },
  tooMany: { status: 429, text: '请求过频繁' },
  failed: { status: 500, text: '系统未知错误,请反馈给管理员' },
  unavailable: { status: 503, text: '服务器异常，可能在发布，请稍后再试' },
} as const;

/** Code of an error. Modules throw it; the HTTP layer converts it to a status and a message. */
export type ErrorCode = keyof typeof errors;

/** Message of the client when it blocks a write because an identical write is still pending. */
export const repeatedRequestText = '操作太频繁，请勿重复请求';

/** Returns the default message for a status, for responses without a message. */
export function statusText(status: number): string {
  const matchingError = Object.values(errors).find((entry) => entry.status === status);
  return matchingError?.text ?? errors.failed.text;
}
