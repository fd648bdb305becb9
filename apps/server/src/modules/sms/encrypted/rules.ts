import type { ValueLocation } from '#platform/vault/index.ts';

export const messagePlace = (id: string): ValueLocation => ({ table: 'sms_message', column: 'phone_sealed', id });
