import type { UserType } from '@anlan/contract/modules/session/session';
import { normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { createLookups, type Disclosure } from '../../../audit/index.ts';
import type { DictionaryModule } from '../../../dictionary/index.ts';
import { readTree } from '../../organ/store.ts';
import { phoneIndex } from '../../encrypted/rules.ts';
import type { ChangeDeps } from '../change/deps.ts';
import type { ReadRow } from '#kit/import/read-rows.ts';
import { flaw, namesIn, textIn, typeNamed } from './rules.ts';
import { takenNames, takenPhones } from '../store.ts';
import { byName, byPhone } from '../unique-fields.ts';

export interface CheckRowsDeps extends Pick<ChangeDeps, 'assertMayGive' | 'enterpriseNames' | 'audit' | 'clock'> {
  vault: Vault;
  users: Pick<ChangeDeps['users'], 'seats'>;
  dictionaries: Pick<DictionaryModule, 'userTypesOf'>;
  rolesToGive: (tx: Tx) => Promise<readonly { id: string; name: string; user_type: UserType }[]>;
  enterpriseCoded: (tx: Tx, creditCode: string) => Promise<string | null>;
}

export interface NewPerson {
  username: string;
  nickName: string;
  type: UserType;
  phone: string;
  email: string | null;
  organId: string | null;
  roles: { id: string; name: string }[];
  enterprise: { id: string; name: string } | null;
}

const elsewhere = '请联系他人确认后改正，或从文件中删除这一行';

export function createRowChecker(deps: CheckRowsDeps) {
  const { vault, users, dictionaries, assertMayGive, enterpriseNames, rolesToGive, enterpriseCoded } = deps;

  async function enterprisesOf(tx: Tx, rows: readonly ReadRow[]) {
    const ids = new Map<string, string>();
    for (const code of new Set(rows.map((row) => normaliseCreditCode(textIn(row, 'creditCode')))))
      if (code !== '') {
        const id = await enterpriseCoded(tx, code);
        if (id !== null) ids.set(code, id);
      }
    const own = tx.scope.enterpriseId;
    const names = await enterpriseNames(tx, [...new Set([...ids.values(), ...(own === null ? [] : [own])])]);
    const one = (id: string | null | undefined) => {
      const name = names.get(id ?? '');
      return id && name !== undefined ? { id, name } : null;
    };
    return { coded: (code: string) => one(ids.get(code)), own: one(own) };
  }

  /** Creates a function that returns why the caller may not give these rights. Each combination is checked once. */
  function createDataScopes(tx: Tx) {
    const objectionByKey = new Map<string, string | null>();
    return async (userType: UserType, roleIds: readonly string[]): Promise<string | null> => {
      const key = [userType, ...roleIds.toSorted()].join(' ');
      const answered = objectionByKey.get(key);
      if (answered !== undefined) return answered;
      const refusal = await assertMayGive(tx, tx.scope, { userType, roleIds }).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError) return error.message;
          throw error;
        },
      );
      objectionByKey.set(key, refusal);
      return refusal;
    };
  }

  return async function judge(tx: Tx, rows: readonly ReadRow[]): Promise<NewPerson[]> {
    const own = await vault.of(tx);
    const { userType } = tx.scope;
    const index = (phone: string) => phoneIndex(own, phone);
    const lookups = createLookups(deps);
    const disclosures: Disclosure[] = [];
    // Per hour, files may reveal only a limited number of people whom the caller does not see (S95).
    let left = await lookups.left(tx);
    const readTexts = (column: 'username' | 'phone') => rows.map((row) => textIn(row, column)).filter(Boolean);
    const names = await takenNames(tx, readTexts('username'));
    const phones = new Map<string, { seen: boolean }>(
      (await takenPhones(tx, readTexts('phone').map(index))).map((row) => [`${row.type} ${row.index}`, row] as const),
    );
    /** Reports that a name or phone exists already, until the limit for revealing people is used up. */
    function reportTaken(row: ReadRow, column: 'username' | 'phone', { seen }: { seen: boolean }, value: string) {
      if (!seen && left <= 0) return;
      if (column === 'phone') flaw(row, column, '同类用户中已有人使用该手机号码', elsewhere);
      else flaw(row, column, '用户名已被使用', '请换一个用户名');
      if (seen) return;
      left -= 1;
      disclosures.push(column === 'phone' ? byPhone(value) : byName(value));
    }
    const organs = await readTree(tx);
    const roles = await rolesToGive(tx);
    const enterprises = await enterprisesOf(tx, rows);
    const types = await dictionaries.userTypesOf(tx);
    const mayGive = createDataScopes(tx);
    const firstNames = new Map<string, number>();
    const firstPhones = new Map<string, number>();

    async function rolesOf(row: ReadRow, type: UserType) {
      const assignedRoles: { id: string; name: string }[] = [];
      for (const name of namesIn(textIn(row, 'roles'))) {
        const called = roles.filter((role) => role.name === name);
        const [role, second] = called.filter((one) => one.user_type === type);
        if (called.length === 0) flaw(row, 'roles', `没有角色“${name}”`, '请填写系统中的角色名称，多个用“、”隔开');
        else if (!role) flaw(row, 'roles', `角色“${name}”不能给这种类型的用户`, '请改正用户类型或角色');
        else if (second) flaw(row, 'roles', `有多个角色叫“${name}”`, '请留空，导入后再授予');
        else assignedRoles.push({ id: role.id, name });
      }
      const refusal = await mayGive(
        type,
        assignedRoles.map(({ id }) => id),
      );
      if (refusal !== null) flaw(row, 'roles', refusal, '请改为您可以授予的角色');
      return assignedRoles;
    }
    function organOf(row: ReadRow): string | null {
      const organ = textIn(row, 'organ');
      if (organ === '') return null;
      const [organRow, second] = organs.filter(({ name }) => name === organ);
      if (!organRow) flaw(row, 'organ', `没有机构“${organ}”`, '请填写系统中的机构名称');
      else if (second) flaw(row, 'organ', `有多个机构叫“${organ}”`, '请留空，导入后再选择机构');
      return organRow?.id ?? null;
    }
    function enterpriseOf(row: ReadRow, type: UserType) {
      const code = normaliseCreditCode(textIn(row, 'creditCode'));
      if (type !== 'enterprise') {
        if (code !== '') flaw(row, 'creditCode', '只有企业人员可以绑定企业', '请留空，或改正用户类型');
        return null;
      }
      const enterprise = userType === 'enterprise' && code === '' ? enterprises.own : enterprises.coded(code);
      if (userType === 'enterprise' && (enterprise === null || enterprise.id !== enterprises.own?.id))
        flaw(row, 'creditCode', '只能导入当前企业的员工', '请留空');
      else if (code === '' && userType !== 'enterprise')
        flaw(row, 'creditCode', '企业信用代码不能为空', '请填写企业人员所属企业的统一社会信用代码');
      else if (enterprise === null) flaw(row, 'creditCode', '没有这家企业', '请核对统一社会信用代码');
      return enterprise;
    }
    const seats = new Map<string, { left: number; most: number }>();
    async function seat(row: ReadRow, { id }: { id: string }) {
      const of = seats.get(id) ?? (await users.seats.left(tx, id));
      seats.set(id, { ...of, left: of.left - 1 });
      if (of.left > 0) return;
      const remedy = '请停用不用的账号，或开通、续费会员后重新上传这一行';
      flaw(row, 'username', `企业的账号名额 ${of.most} 个已用完`, remedy);
    }
    function once(row: ReadRow, column: 'username' | 'phone', seen: Map<string, number>, key: string) {
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row.no);
      else flaw(row, column, `与第 ${first} 行重复`, '请改正或删除其中一行');
    }

    const people: NewPerson[] = [];
    for (const row of rows) {
      const [username, nickName] = [textIn(row, 'username'), textIn(row, 'nickName')];
      const [phone, kind] = [textIn(row, 'phone'), textIn(row, 'type')];
      if (left <= 0) {
        flaw(
          row,
          'username',
          `一小时内最多核对 ${limits.lookup.perHour} 人，这一行没有核对`,
          '请一小时后重新上传这一行',
        );
        continue;
      }
      const named = names.get(username);
      if (named) reportTaken(row, 'username', named, username);
      else if (username !== '') once(row, 'username', firstNames, username);
      const organId = organOf(row);
      const type = typeNamed(types, kind);
      if (type === undefined) {
        if (kind !== '') flaw(row, 'type', `没有用户类型“${kind}”`, '请填写模板中列出的用户类型');
        continue;
      }
      const refusal = await mayGive(type, []);
      if (refusal !== null) {
        flaw(row, 'type', refusal, '请改为您可以管理的用户类型');
        continue;
      }
      if (phone !== '') {
        const key = `${type} ${index(phone)}`;
        const holder = phones.get(key);
        if (holder) reportTaken(row, 'phone', holder, phone);
        else once(row, 'phone', firstPhones, key);
      }
      const assignedRoles = await rolesOf(row, type);
      const enterprise = enterpriseOf(row, type);
      if (row.problems.length === 0 && enterprise) await seat(row, enterprise);
      if (row.problems.length === 0)
        people.push({
          username,
          nickName,
          type,
          phone,
          email: textIn(row, 'email') || null,
          organId,
          roles: assignedRoles,
          enterprise,
        });
    }
    await lookups.told(tx, disclosures);
    return people;
  };
}
