import { Secret, TOTP } from 'otpauth';

export const totpCode = (secret: string, at: Date, later = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() + later * 30_000 });
