/**
 * certificate: certificates of people (人员证件). One uploaded certificate is used everywhere a certificate is required.
 */
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import type { CertificateUpload, CertifiedRate, OwnCertificates } from '@anlan/contract/modules/certificate/views';
import { certificate, type Certificate } from '@anlan/contract/modules/certificate/resource';
import { postKinds } from '@anlan/contract/modules/staff/resource';
import { certificateMeasures } from '@anlan/contract/modules/certificate/measures';
import { figureOf } from '#kit/measured.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { isHighRisk, staffModule } from '../staff/index.ts';
import { createHooks } from './hooks.ts';
import { cycleOf, requiredKinds, isGood, missingKinds } from './rules.ts';
import { seedCertificates } from './seed.ts';
import { certificateSource } from './todo.ts';
import { atWork, idsOfHolders, papersOf } from './store.ts';

export { requiredKinds, isGood } from './rules.ts';
export type { HeldPaper } from './store.ts';

const namedMost = 50;
const needy = postKinds.filter((post) => requiredKinds(post, true).length > 0);
const ofDrivers: ReadonlySet<string> = new Set(requiredKinds('driver', false));

export const certificateModule = defineModule('certificate', {
  needs: { enterprise: enterpriseModule, staff: staffModule },
  open({ kit, enterprise, staff }) {
    const { db, clock } = kit;
    const today = () => dayOf(clock.now());
    const hooks = createHooks({ kit, staff });
    const certificates = openResource(certificate, kit, hooks);

    const isRisky = async (tx: Tx, enterpriseId: string) => {
      const trade = await staff.tradeOf(tx, enterpriseId);
      return trade !== undefined && isHighRisk(trade);
    };
    async function rateOf(tx: Tx, enterpriseId: string): Promise<CertifiedRate> {
      const risky = await isRisky(tx, enterpriseId);
      const people = (await atWork(tx, enterpriseId, needy)).filter(
        ({ postKind }) => requiredKinds(postKind, risky).length > 0,
      );
      const papers = await papersOf(
        tx,
        people.map(({ id }) => id),
      );
      const lacking = people.flatMap(({ id, name, postKind }) => {
        const kinds = missingKinds(requiredKinds(postKind, risky), papers.get(id) ?? [], today());
        return kinds.length > 0 ? [{ employeeId: id, name, kinds }] : [];
      });
      const [needed, held] = [people.length, people.length - lacking.length];
      const posts = needy.filter((post) => requiredKinds(post, risky).length > 0);
      const at = { asOf: clock.now(), more: { postKind: posts, ...(tx.scope.enterpriseId ? {} : { enterpriseId }) } };
      return {
        needed,
        held,
        figure: figureOf(certificateMeasures.certified, at, held, needed),
        lacking: lacking.slice(0, namedMost),
      };
    }

    function placesOf(row: Certificate): OwnCertificates['certificates'][number]['places'] {
      const counts = row.status === 'submitted' || row.status === 'verified';
      const good = counts && isGood(row, today());
      const left = daysBetween(today(), row.dueOn ?? row.validTo);
      const due = left < 0 ? `已过期 ${-left} 天` : `还有 ${left} 天到期`;
      const unverified = row.status === 'submitted' ? '，待安全管理人员核验' : '';
      if (!counts)
        return [{ place: '人员档案', text: row.status === 'returned' ? '已退回，请重新上传' : '已作废', ok: false }];
      return [
        { place: '人员档案', text: `有效期至 ${row.validTo}${unverified}`, ok: good },
        ...(cycleOf(row.kind).item === null ? [] : [{ place: '风险预警', text: due, ok: left >= 0 }]),
        ...(ofDrivers.has(row.kind) ? [{ place: '班次放行', text: good ? '可以放行' : '不予放行', ok: good }] : []),
      ];
    }

    return {
      ...certificates,
      source: certificateSource(staff),
      rateOf,
      async certified(tx: Tx, enterpriseId: string) {
        const { needed, held } = await rateOf(tx, enterpriseId);
        const risky = await isRisky(tx, enterpriseId);
        return { needed, held, posts: needy.filter((post) => requiredKinds(post, risky).length > 0) };
      },
      papersOf,
      rate: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: { enterpriseId?: string | undefined }) =>
        db.read(scope, async (tx) => {
          if (enterpriseId === undefined || !(await enterprise.cards(tx, [enterpriseId])).has(enterpriseId))
            throw new AppError('notFound');
          return rateOf(tx, enterpriseId);
        }),
      mine: (scope: Scope): Promise<OwnCertificates> =>
        db.read(scope, async (tx) => {
          const caller = await staff.postsOf(tx);
          const row = caller?.employeeId ? await staff.employee(tx, caller.employeeId) : undefined;
          if (!caller || !row) return { name: null, lacking: [], certificates: [] };
          const trade = await staff.tradeOf(tx, row.enterpriseId);
          const held = (await papersOf(tx, [row.id])).get(row.id) ?? [];
          const post = postKinds.find((kind) => kind === row.postKind) ?? 'general';
          const rows = await certificates.present(
            tx,
            await certificates.rowsWhere(tx, { employeeId: row.id }, { order: 'validTo', limit: 100 }),
          );
          return {
            name: caller.name,
            lacking: missingKinds(requiredKinds(post, trade !== undefined && isHighRisk(trade)), held, today()),
            certificates: rows.map((one) => ({ certificate: one, places: placesOf(one) })),
          };
        }),
      upload: (scope: Scope, { id, kind, category, scan, ...values }: CertificateUpload) =>
        db.scoped(scope, async (tx) => {
          const caller = await staff.postsOf(tx);
          if (!caller?.employeeId)
            throw new AppError('invalid', '您的账号还没有绑定从业人员，请联系本企业的安全管理人员');
          if (id !== undefined) return certificates.moveIn(tx, 'submit', { id, ...values, files: scan });
          const { enterpriseId } = scope;
          if (enterpriseId === null) throw new AppError('denied');
          const { employeeId } = caller;
          const added = await certificates.add(tx, { enterpriseId, employeeId, kind, category, scan, ...values });
          return { id: added, version: 1 };
        }),
      async forget(tx: Tx, employeeIds: readonly string[]): Promise<void> {
        await hooks.saved?.(tx, await idsOfHolders(tx, employeeIds));
      },
    };
  },
  calls: certificateCalls,
  on: { 'employee.left': (tx, { ids }, certificates) => certificates.forget(tx, ids) },
  todos: ({ source }) => [source],
  seed: seedCertificates,
});
