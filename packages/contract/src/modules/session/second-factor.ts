import * as z from 'zod/mini';

/** How a person's second factor stands. */
export const factorState = z.object({
  /** Whether it is asked for at sign-in. */
  enabled: z.boolean(),
  /** Whether this person may not be without it. */
  required: z.boolean(),
  /** Recovery codes that are not used yet. */
  recoveryLeft: z.int(),
});
/** How a person's second factor stands. */
export type FactorState = z.output<typeof factorState>;

/** A secret that is being set up. */
export const enrolment = z.object({
  /** For typing in by hand, base32. */
  secret: z.string(),
  /** The same for a picture to scan (otpauth:). */
  uri: z.string(),
});
/** A secret that is being set up. */
export type Enrolment = z.output<typeof enrolment>;

/** Codes that each stand in for the second factor once. */
export const recoveryCodes = z.object({
  /** Shown once and never again. */
  recoveryCodes: z.array(z.string()),
});

/** A code as it is typed: six digits, or a recovery code. */
export const secondCode = z.string('验证码不能为空').check(
  z.overwrite((value: string) => value.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(/^(\d{6}|[A-Z2-7]{16})$/, '请输入 6 位验证码或恢复码'),
);
/** A code of the second factor alone. */
export const totpCode = z.string('验证码不能为空').check(
  z.overwrite((value: string) => value.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, '请输入 6 位验证码'),
);
