import type { OpenAccounts } from '../db/demo-accounts.ts';
import { startCommand } from './own-command.ts';

// A Chinese character is two columns wide on a terminal.
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 0);
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));

export function accountsTable(accounts: readonly OpenAccounts[], password: string): string {
  const title = ['租户', '名称', `演示账号（密码均为 ${password}，仅在本机有效）`] as const;
  const rows = [
    title,
    ...accounts.map(({ tenantId, tenantName, usernames }) => [tenantId, tenantName, usernames.join('  ')] as const),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows
    .map(([id, name, names]) => `  ${padded(id, widths[0] ?? 0)}  ${padded(name, widths[1] ?? 0)}  ${names}`)
    .join('\n');
}

export const refusal = (accounts: readonly OpenAccounts[], reason: string, fault = '还在用公开的密码') => {
  const names = accounts.flatMap(({ usernames }) => usernames);
  const shown = names.length > 3 ? `${names.slice(0, 3).join('、')} 等 ${names.length} 个` : names.join('、');
  return `演示账号（${shown}）${fault}，而${reason}：先运行 ${startCommand('--lock-demo')} 停用它们，再启动。`;
};
