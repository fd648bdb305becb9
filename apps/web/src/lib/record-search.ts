import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { api } from './api.ts';

const enterprises = api({ page: enterpriseCalls.page });
const employees = api({ page: staffCalls.page });
const users = api({ page: userAdminCalls.page, entPage: userAdminCalls.entPage });

export interface FoundRecord {
  id: string;
  label: string;
  account: string;
  note: string;
}
export interface FoundRecords {
  rows: FoundRecord[];
  total: number;
}

const size = 5;
const words = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ');

/** Finds enterprises by part of the name, pinyin or initials, or by the start of the credit code. */
export async function findEnterprises(keyword: string, signal: AbortSignal): Promise<FoundRecords> {
  const { rows, total } = await enterprises.page(
    { page: 1, size, sort: [], filter: { keyword } },
    { signal, quiet: true },
  );
  return {
    rows: rows.map(({ id, name, creditCode, regionName }) => ({
      id,
      account: creditCode,
      label: name,
      note: words(regionName, creditCode),
    })),
    total,
  };
}

/** Finds employees by part of the name, pinyin or initials, with or without an account. */
export async function findEmployees(keyword: string, signal: AbortSignal): Promise<FoundRecords> {
  const { rows, total } = await employees.page(
    { page: 1, size, sort: [], filter: { keyword } },
    { signal, quiet: true },
  );
  return {
    rows: rows.map(({ id, name, enterpriseName, department, postName }) => ({
      id,
      account: name,
      label: name,
      note: words(enterpriseName, department, postName),
    })),
    total,
  };
}

/**
 * Finds users by the start of the name or account name, or by initials. `staff` limits the result to users of
 * enterprises.
 */
export async function findUsers(keyword: string, staff: boolean, signal: AbortSignal): Promise<FoundRecords> {
  const ask = staff ? users.entPage : users.page;
  const { rows, total } = await ask({ page: 1, size, sort: [], filter: { keyword } }, { signal, quiet: true });
  return {
    rows: rows.map(({ id, nickName, username, organName, entName }) => ({
      id,
      account: username,
      label: nickName,
      note: words(username, organName ?? entName),
    })),
    total,
  };
}
