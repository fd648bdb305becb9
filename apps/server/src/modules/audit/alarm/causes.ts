/** Causes of alarms. docs/operations/alarms.md has the runbook of each. */
export const alarmCauses = [
  'smsNearLimit',
  'smsSenderAbsent',
  'auditUnsealed',
  'tookOften',
  'tookMuch',
  'paymentOdd',
  'refundFailed',
  'booksUnbalanced',
  'billDiffers',
  'guessedOften',
  'tokenReused',
  'tenantMismatch',
  'callbackForged',
  'backupLate',
  'certificateEnds',
] as const;
export type AlarmCause = (typeof alarmCauses)[number];
