import { thirdCalls } from '@anlan/contract/wire/third';
import { api } from '#lib/api.ts';

const { bind } = api({ bind: thirdCalls.thirdBind });

/** Binds a proven identity to the signed-in person. */
export const bindTicket = (ticket: string) => bind({ bindTicket: ticket }, { quiet: true });
