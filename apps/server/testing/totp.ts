import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator shows at an instant, or so many steps later. */
export const totpCode = (secret: string, at: Date, later = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() + later * 30_000 });
