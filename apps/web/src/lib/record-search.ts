import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { userAdminCalls } from '@anlan/contract/modules/user/admin-calls';
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { api } from './api.ts';

const enterprises = api({ page: enterpriseCalls.page });
const employees = api({ page: staffCalls.page });
const users = api({ page: userAdminCalls.page, entPage: userAdminCalls.entPage });

/** A record that the search over everything found. */
export interface FoundRecord {
  id: string;
  label: string;
  /** What its list finds it by. */
  account: string;
  /** What tells it from others of the same name. */
  note: string;
}
/** The first of those that were found, and how many there are. */
export interface FoundRecords {
  rows: FoundRecord[];
  total: number;
}

const size = 5;
const words = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ');

/** Enterprises by part of the name, its pinyin or initials, or by the beginning of the credit code. */
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

/** People who work for enterprises, with or without an account, by part of the name, its pinyin or initials. */
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

/** People by the beginning of the name or account name, or by letters; `staff` asks for those of enterprises. */
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
