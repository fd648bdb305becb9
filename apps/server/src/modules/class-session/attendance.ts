// Attendance at a class session: scan of the attendance code, entry by the leader, signature, and credit for the time
// present.
import type { classSession } from '@anlan/contract/modules/class-session/resource';
import type { employee } from '@anlan/contract/modules/staff/resource';
import { timingSafeEqual } from 'node:crypto';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { OwnAttendance } from '@anlan/contract/modules/class-session/views';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError, invalid } from '#kernel/errors.ts';
import { nearnessOf, type GivenPosition } from '#kernel/position.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { createSignatureKeeping } from '#kit/signature-store.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { isFresh, partsOf } from './attendance-code.ts';
import { proofOf, rescan } from './rules.ts';
import * as store from './store.ts';

type SessionRow = RowOf<typeof classSession>;
type EmployeeRow = RowOf<typeof employee>;

/** Signatures are accepted until ten minutes after the end of the class session. */
const signMs = 10 * 60_000;
const stale = () => new AppError('invalid', '二维码已更新，请重新扫描现场的二维码');

interface Deps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'files'>;
  staff: {
    postsOf: (tx: Tx) => Promise<{ employeeId: string | null } | null>;
    employee: (tx: Tx, id: string) => Promise<EmployeeRow | undefined>;
    people: (
      tx: Tx,
      ids: readonly string[],
    ) => Promise<
      ReadonlyMap<string, { name: string; department: string | null; hasLeft: boolean; enterpriseId: string }>
    >;
  };
  learning: {
    creditOffline: (
      tx: Tx,
      planId: string,
      minutes: ReadonlyMap<string, number>,
    ) => Promise<ReadonlyMap<string, number>>;
  };
  sessionOf: (tx: Tx, id: string) => Promise<SessionRow>;
  /** Throws unless the caller leads the class session. */
  ledBy: (tx: Tx, id: string) => Promise<SessionRow>;
  /** HMAC of the attendance code of a time slot. */
  codeProof: (tx: Tx, id: string, slot: number) => Promise<string>;
}

const demandOpen = (row: SessionRow): void => {
  if (row.status !== 'open') throw new AppError('invalid', '签到还没有开始或已经结束');
};

export function createAttending({ kit, staff, learning, sessionOf, ledBy, codeProof }: Deps) {
  const { db, clock, audit } = kit;
  const keepSignature = createSignatureKeeping(kit);

  async function credit(tx: Tx, sessionId: string, planId: unknown, only?: string): Promise<void> {
    if (typeof planId !== 'string') return;
    const there = (await store.attendeesOf(tx, sessionId)).filter(
      ({ signedAt, proof, employeeId }) =>
        signedAt !== null && proof !== 'far' && (only === undefined || only === employeeId),
    );
    const minutes = new Map(there.map((one): [string, number] => [one.employeeId, one.minutes ?? 0]));
    await store.keepHours(tx, sessionId, await learning.creditOffline(tx, planId, minutes));
  }

  /** Locks the people. Throws if one of them is present at another open class session today. */
  async function requireNotElsewhere(
    tx: Tx,
    sessionId: string,
    employeeIds: readonly string[],
    own: boolean,
  ): Promise<void> {
    await store.lockPeople(tx, employeeIds);
    const [busy] = await store.presentElsewhere(tx, sessionId, employeeIds, dayOf(clock.now()));
    if (!busy) return;
    if (own) throw new AppError('invalid', `您正在参加“${busy.topic}”，请组织者先结束那一场，再扫码签到`);
    throw invalid({ field: 'employeeIds', msg: `${busy.name}正在参加“${busy.topic}”，那一场结束后才能补登` });
  }

  async function requireValidCode(tx: Tx, code: string, at: Date): Promise<SessionRow> {
    const { id, slot, proof } = partsOf(code);
    const made = Buffer.from(await codeProof(tx, id, slot));
    const givenProof = Buffer.from(proof);
    const seconds = (await settingsOf(tx))['learning.codeSeconds'];
    if (givenProof.length !== made.length || !timingSafeEqual(givenProof, made) || !isFresh(slot, at, seconds))
      throw stale();
    const row = await sessionOf(tx, id).catch(() => undefined);
    if (!row) throw new AppError('invalid', '签到还没有开始或已经结束');
    demandOpen(row);
    return row;
  }

  async function arrive(scope: Scope, { code, ...position }: { code: string } & GivenPosition): Promise<OwnAttendance> {
    return db.scoped(scope, async (tx) => {
      const at = clock.now();
      const row = await requireValidCode(tx, code, at);
      const caller = await staff.postsOf(tx);
      const person = caller?.employeeId ? await staff.employee(tx, caller.employeeId) : undefined;
      if (!person) throw new AppError('invalid', '您的账号还没有绑定从业人员，请联系本企业的安全管理人员');
      const { enterpriseId } = row;
      if (person.enterpriseId !== enterpriseId) throw stale();
      await requireNotElsewhere(tx, row.id, [person.id], true);
      const most = (await settingsOf(tx))['risk.presenceMetres'];
      const place = await store.placeOf(tx, row.id);
      const nearness = nearnessOf(place, position, most, place?.accuracy ?? 0);
      const scanResult = { proof: proofOf(nearness), metres: nearness?.metres ?? null };
      const ofCaller = async () =>
        (await store.attendeesOf(tx, row.id)).find(({ employeeId }) => employeeId === person.id);
      const before = await ofCaller();
      const change = before ? rescan(before, scanResult.proof) : 'stays';
      if (!before)
        await store.addAttendees(tx, { sessionId: row.id, enterpriseId, way: 'code', at, ...scanResult }, [
          { id: person.id, name: person.name, department: person.department },
        ]);
      else if (change !== 'stays')
        await store.proveAttendance(tx, before.id, { ...scanResult, at: change === 'arrives' ? at : before.arrivedAt });
      const own = await ofCaller();
      if (!own) throw new AppError('failed');
      await audit.record(tx, {
        call: 'classSession.arrive',
        objectType: 'classSession',
        objectId: row.id,
        enterpriseId,
        note: `${person.name}${own.proof === 'far' ? `，未到点，约 ${own.metres ?? '—'} 米` : ''}`,
      });
      const kind = row.kind;
      return {
        id: own.id,
        topic: row.topic,
        kind: kind === 'meeting' || kind === 'class' ? kind : 'talk',
        trainer: row.trainer,
        arrivedAt: own.arrivedAt,
        proof: own.proof,
        metres: own.metres,
        signed: own.signedAt !== null,
      };
    });
  }

  return {
    credit,
    arrive,
    /** Sets the position of an open class session. Throws after the first scan. */
    locate: (scope: Scope, { id, lng, lat, accuracy }: { id: string; lng: number; lat: number; accuracy: number }) =>
      db.scoped(scope, async (tx): Promise<null> => {
        const row = await ledBy(tx, id);
        demandOpen(row);
        const most = (await settingsOf(tx))['risk.presenceMetres'];
        if (accuracy > most) {
          const msg = `定位误差约 ${Math.round(accuracy)} 米，超过 ${most} 米，不能作为签到位置。请用手机在现场打开本页再定位`;
          throw invalid({ field: 'accuracy', msg });
        }
        const place = { lng, lat, accuracy: Math.round(accuracy) };
        if (!(await store.placeSession(tx, id, place, clock.now())))
          throw new AppError('invalid', '已经有人签到，签到位置不能再改');
        await audit.record(tx, {
          call: 'classSession.locate',
          objectType: 'classSession',
          objectId: id,
          enterpriseId: row.enterpriseId,
          note: `${lng.toFixed(5)}，${lat.toFixed(5)}，误差 ${place.accuracy} 米`,
        });
        return null;
      }),
    enter: (scope: Scope, { id, employeeIds }: { id: string; employeeIds: string[] }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const row = await ledBy(tx, id);
        demandOpen(row);
        const enterpriseId = row.enterpriseId;
        const ownId = (await staff.postsOf(tx))?.employeeId ?? null;
        // Leaders may enter themselves only in a session that they started. All other people prove their presence by
        // a scan.
        if (ownId !== null && row.begunById !== scope.userId && employeeIds.includes(ownId))
          throw invalid({ field: 'employeeIds', msg: '不能补登本人，请扫现场的二维码签到，或请组织者补登' });
        const people = await staff.people(tx, employeeIds);
        const named = [...new Set(employeeIds)].map((one) => {
          const person = people.get(one);
          if (!person || person.hasLeft || person.enterpriseId !== enterpriseId)
            throw invalid({ field: 'employeeIds', msg: '请选择本企业的在职人员' });
          return { id: one, name: person.name, department: person.department };
        });
        await requireNotElsewhere(
          tx,
          id,
          named.map((one) => one.id),
          false,
        );
        const at = clock.now();
        await store.addAttendees(
          tx,
          { sessionId: id, enterpriseId, way: 'keeper', at, proof: null, metres: null },
          named,
        );
        await audit.record(tx, {
          call: 'classSession.enter',
          objectType: 'classSession',
          objectId: id,
          enterpriseId,
          note: named
            .map(({ name }) => name)
            .join('、')
            .slice(0, 200),
        });
        return null;
      }),
    sign: (scope: Scope, { id, signature }: { id: string; signature: StoredFile }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const caller = await staff.postsOf(tx);
        const employeeId = caller?.employeeId ?? '';
        const own = employeeId === '' ? undefined : await store.attendanceOf(tx, id, employeeId);
        if (!own) throw new AppError('notFound');
        const at = clock.now();
        if (own.signed) throw new AppError('conflict', '您已经签名');
        if (own.proof === 'far')
          throw new AppError('invalid', '您被记为未到点，签名不计入。请到现场打开定位重新扫码，或请组织者补登');
        const isLate = own.status === 'ended' && at.getTime() - (own.endedAt?.getTime() ?? 0) > signMs;
        if (own.status === 'planned' || isLate) throw new AppError('invalid', '已结束，不能再签名');
        await keepSignature(tx, 'signature', [signature], own.enterpriseId);
        await store.storeSignature(tx, id, signature, at);
        // A signature within ten minutes after the end gets the same credit.
        if (own.status === 'ended') await credit(tx, own.sessionId, own.planId, employeeId);
        await audit.record(tx, {
          call: 'classSession.sign',
          objectType: 'classSession',
          objectId: id,
          enterpriseId: own.enterpriseId,
        });
        return null;
      }),
  };
}
