import { auditCalls } from '@anlan/contract/modules/audit/calls';
import { sessionOwnCalls } from '@anlan/contract/modules/session/session-list-calls';
import { sessionSwitchCalls } from '@anlan/contract/modules/session/switch-calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { switchSession } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';

const { online, endOnline: end } = api({ online: sessionOwnCalls.online, endOnline: sessionOwnCalls.endOnline });
const audit = api({ alarms: auditCalls.alarms, confirmAlarm: auditCalls.confirmAlarm });
const { shops, switchTo } = api({ shops: sessionSwitchCalls.shops, switchTo: sessionSwitchCalls.switchTo });

export const ownShops = callQuery(['session', 'shops'], shops, {}, { staleTime: 0 });

export async function switchEnterprise(shopId: string, phone: string): Promise<void> {
  const held = tokens();
  if (held === null) return;
  switchSession(await switchTo({ phone, shopId, tenantId: held.tenantId }, { quiet: true }));
}

export const onlineCalls = { page: sessionOwnCalls.online };
export type OnlineFilter = Parameters<typeof online>[0]['filter'];
export const onlineReading = { key: ['session', 'online'], pollMs: 30_000 } as const;

export const alarmsKey = ['session', 'alarms'] as const;
export const uncheckedAlarms = callQuery(alarmsKey, audit.alarms, {}, { staleTime: 0 });
export const confirmAlarm = (id: string) => audit.confirmAlarm({ id });

export const endOnline = ({ id }: { id: string }) => end({ id });
