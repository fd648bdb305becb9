import type { Place } from '#platform/vault/index.ts';

/** Where the phone of a message stands until it is sent. */
export const messagePlace = (id: string): Place => ({ table: 'sms_message', column: 'phone_sealed', id });
