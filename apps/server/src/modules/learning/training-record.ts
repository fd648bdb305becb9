// Training record of a person (一人一档) or of a plan, for the own account or through a link.
import { dayOf } from '@anlan/contract/domain/instant';
import { maskName } from '@anlan/contract/domain/mask-name';
import type { PersonageView, TrainingView } from '@anlan/contract/modules/learning/public-links';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Links } from './learning-links.ts';
import { personOf, planOf, recordOf, sessionsOf } from './training-record-store.ts';
import { certificateStateOf } from './rules.ts';

interface Key {
  tenantId: string;
  token: string;
}
export interface RecordDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit'>;
  learnerOf: (tx: Tx) => Promise<string | null>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  plan: Links;
  person: Links;
}

export function createRecords({ kit: { db, clock, audit }, learnerOf, enterprises, plan, person }: RecordDeps) {
  const within = ({ tenantId }: Key, httpScope: Scope) => systemScope('learning link', tenantId, httpScope);
  const gone = () => new AppError('notFound', '链接已失效，请向安全员索取新链接');

  async function personage(tx: Tx, employeeId: string, expiresAt: Date | null): Promise<PersonageView> {
    const personRow = await personOf(tx, employeeId);
    const card = personRow && (await enterprises.cards(tx, [personRow.enterpriseId])).get(personRow.enterpriseId);
    if (!personRow || !card) throw gone();
    const tasks = await recordOf(tx, employeeId);
    const today = dayOf(clock.now());
    const years = new Map<number, { year: number; hours: number; offlineHours: number }>();
    for (const task of tasks) {
      const year = Number(task.dueOn.slice(0, 4));
      const sum = years.get(year) ?? { year, hours: 0, offlineHours: 0 };
      years.set(year, {
        year,
        hours: round(sum.hours + Number(task.hours)),
        offlineHours: round(sum.offlineHours + Number(task.offlineHours)),
      });
    }
    return {
      name: maskName(personRow.name),
      enterpriseName: card.name,
      years: [...years.values()].toSorted((one, other) => other.year - one.year),
      tasks: tasks.map((task) => ({
        planTitle: task.planTitle,
        kind: task.kind,
        status: task.status,
        hours: Number(task.hours),
        offlineHours: Number(task.offlineHours),
        score: task.score,
        passedOn: task.passedAt === null ? null : dayOf(task.passedAt),
        certificateNo: task.certificateNo,
        certificate: task.certificateNo === null ? null : certificateStateOf(task, today),
      })),
      sessions: (await sessionsOf(tx, employeeId)).map(({ heldAt, ...one }) => ({ ...one, heldOn: dayOf(heldAt) })),
      expiresAt,
    };
  }
  async function self(tx: Tx): Promise<string> {
    const id = await learnerOf(tx);
    if (id === null) throw new AppError('invalid', '您的账号还没有绑定从业人员，请联系本企业的安全管理人员');
    return id;
  }

  return {
    trainingOpen: (httpScope: Scope, key: Key): Promise<TrainingView> =>
      db.read(within(key, httpScope), async (tx) => {
        const link = await plan.by(tx, key.token);
        const planRow = await planOf(tx, link.subjectId);
        const card = (await enterprises.cards(tx, [link.enterpriseId])).get(link.enterpriseId);
        if (!planRow || !card) throw gone();
        const { status, lessons, hoursRequired, ...rest } = planRow;
        return {
          ...rest,
          enterpriseName: card.name,
          hoursRequired: Number(hoursRequired),
          over: status === 'ended' || status === 'archived',
          lessons: lessons.map(({ title, media, seconds }) => ({ title, media, seconds })),
          expiresAt: link.expiresAt,
        };
      }),
    personageOpen: (httpScope: Scope, key: Key): Promise<PersonageView> =>
      db.read(within(key, httpScope), async (tx) => {
        const link = await person.by(tx, key.token);
        return personage(tx, link.subjectId, link.expiresAt);
      }),
    record: (scope: Scope): Promise<PersonageView> => db.read(scope, async (tx) => personage(tx, await self(tx), null)),
    /** Creates a link to the caller's own record, valid for one day. Revokes the previous link. */
    share: (scope: Scope) =>
      db.scoped(scope, async (tx) => {
        const id = await self(tx);
        const personRow = await personOf(tx, id);
        if (!personRow) throw new AppError('notFound');
        await person.end(tx, id);
        const made = await person.make(tx, { enterpriseId: personRow.enterpriseId, subjectId: id }, 1);
        await audit.record(tx, {
          call: 'learning.share',
          objectType: 'employee',
          objectId: id,
          enterpriseId: personRow.enterpriseId,
        });
        return made;
      }),
    unshare: (scope: Scope): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const id = await self(tx);
        await person.end(tx, id);
        const personRow = await personOf(tx, id);
        await audit.record(tx, {
          call: 'learning.unshare',
          objectType: 'employee',
          objectId: id,
          enterpriseId: personRow?.enterpriseId ?? null,
        });
        return null;
      }),
  };
}

const round = (hours: number) => Math.round(hours * 100) / 100;
