// Education cards and record sheets as PDF files, rendered in a worker thread.
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { mergePdf, setPdf, type MergedPart, type PdfContent } from '#platform/pdf/index.ts';
import { drawnOf } from '../enforcement/index.ts';
import { isHighRisk, type Trade } from '../staff/index.ts';
import { cardPaper, type Card, type CardWords, type Drawn } from './card-file.ts';
import { cardLessons, cardPeople, sheetPeople, sheetPlan } from './card-store.ts';
import { sheetPaper } from './record-sheet-pdf.ts';

export interface CardDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'files' | 'dictionaries' | 'audit'>;
  tradeOf: (tx: Tx, enterpriseId: string) => Promise<Trade | undefined>;
}
/**
 * Cards per part of a PDF. A part fits into the memory of the worker thread, and other work can run between two parts.
 */
const atOnce = 50;
/** Minimum training hours before new staff may work (Order 3 of the SAWS, art. 13). */
const hoursAsked = { ordinary: 24, highRisk: 72 } as const;
const sheetMost = 2_000;

export const signaturesOf = (
  files: ModuleKit['files'],
  scope: Scope,
  all: readonly { signature: { id: string; name: string } | null }[],
): Promise<Drawn> =>
  drawnOf(
    files,
    scope,
    all.map(({ signature }) => ({ role: 'party', name: '', file: signature })),
  );

export function createCards({ kit: { db, clock, files, dictionaries, audit }, tradeOf }: CardDeps) {
  async function gathered(tx: Tx, ids: readonly string[]): Promise<{ cards: Card[]; words: CardWords }> {
    const people = await cardPeople(tx, ids);
    if (people.length < new Set(ids).size)
      throw new AppError('notFound', '有人员已被删除或不在您的管辖范围，请刷新列表');
    const lessons = Map.groupBy(await cardLessons(tx, ids), ({ employeeId }) => employeeId);
    const hoursByEnterprise = new Map<string, number>();
    for (const enterpriseId of new Set(people.map((one) => one.enterpriseId))) {
      const trade = await tradeOf(tx, enterpriseId);
      hoursByEnterprise.set(enterpriseId, trade && isHighRisk(trade) ? hoursAsked.highRisk : hoursAsked.ordinary);
    }
    const labels = async (dictionary: string) =>
      new Map((await dictionaries.itemsOf(tx, dictionary)).map(({ value, label }) => [value, label]));
    await audit.recordAll(
      tx,
      [...Map.groupBy(people, ({ enterpriseId }) => enterpriseId)].map(([enterpriseId, some]) => ({
        call: 'learningTask.cards',
        objectType: 'employee',
        enterpriseId,
        taken: some.length,
        note: some
          .map(({ name }) => name)
          .join('、')
          .slice(0, 200),
      })),
    );
    return {
      cards: people.map((person) => ({
        person,
        lessons: lessons.get(person.id) ?? [],
        hoursAsked: hoursByEnterprise.get(person.enterpriseId) ?? hoursAsked.ordinary,
      })),
      words: { gender: await labels('gender'), postKind: await labels('postKind') },
    };
  }
  const drawn = (scope: Scope, cards: readonly Card[]) =>
    signaturesOf(
      files,
      scope,
      cards.flatMap(({ lessons }) => lessons),
    );

  return {
    async cards(scope: Scope, { ids }: { ids: readonly string[] }) {
      const { cards, words } = await db.scoped(scope, (tx) => gathered(tx, ids));
      const madeOn = dayOf(clock.now());
      const set = async (some: readonly Card[], isPart: boolean) =>
        setPdf(cardPaper(some, words, await drawn(scope, some), { madeOn, isPart }), scope.tenantId);
      const [only] = cards;
      if (cards.length === 1 && only)
        return {
          name: `三级安全教育卡-${only.person.name}.pdf`,
          type: 'application/pdf',
          body: await set(cards, false),
        };
      const parts = async () => {
        const all: MergedPart[] = [];
        for (let at = 0; at < cards.length; at += atOnce)
          all.push({ name: '三级安全教育卡', bytes: await set(cards.slice(at, at + atOnce), true) });
        return all;
      };
      const body = await mergePdf(scope.tenantId, parts, () =>
        setPdf(
          {
            title: '三级安全教育卡',
            author: cards[0]?.person.enterpriseName ?? '',
            foot: '三级安全教育卡目录',
            content: indexOf(cards, madeOn),
          },
          scope.tenantId,
        ),
      );
      return { name: `三级安全教育卡-${cards.length}人-${madeOn}.pdf`, type: 'application/pdf', body };
    },
    async planSheet(scope: Scope, { id }: { id: string }) {
      const { plan, people, kind } = await db.read(scope, async (tx) => {
        const planToPrint = await sheetPlan(tx, id);
        if (!planToPrint) throw new AppError('notFound');
        if (planToPrint.status === 'draft') throw new AppError('invalid', '培训计划还没有发布，没有培训记录');
        const items = await dictionaries.itemsOf(tx, 'trainingKind');
        return {
          plan: planToPrint,
          people: await sheetPeople(tx, id, sheetMost + 1),
          kind: items.find(({ value }) => value === planToPrint.kind)?.label ?? planToPrint.kind,
        };
      });
      if (people.length > sheetMost) throw new AppError('invalid', '学员超过 2,000 人，请在“日常教育”中导出名单');
      const passed = people.filter(({ status }) => status === 'passed').length;
      const counted = people.filter(({ status }) => status !== 'exempted').length;
      const body = await setPdf(
        sheetPaper(
          {
            enterpriseName: plan.enterpriseName,
            title: plan.title,
            facts: [
              ['培训类型', kind],
              ['授课人', plan.teacher ?? ''],
              ['培训时间', `${plan.startOn} 至 ${plan.endOn}`],
              ['应修学时', `${plan.hoursRequired} 学时`],
            ],
            content: plan.courses,
            headings: [
              { label: '学时', width: 34 },
              { label: '成绩', width: 34 },
              { label: '完成日期', width: 66 },
            ],
            people: people.map(({ name, department, status, hours, score, doneAt, signature }) => ({
              name,
              department,
              notes: [
                String(Math.round(hours * 100) / 100),
                score === null ? '' : String(score),
                status === 'exempted' ? '免修' : doneAt === null ? '未完成' : dayOf(doneAt),
              ],
              signature,
            })),
            summary: `应参加 ${counted} 人，已完成 ${passed} 人${people.length > counted ? `，免修 ${people.length - counted} 人` : ''}。`,
            teacher: '',
            madeOn: dayOf(clock.now()),
          },
          await signaturesOf(files, scope, people),
        ),
        scope.tenantId,
      );
      return { name: `培训记录表-${plan.title}.pdf`, type: 'application/pdf', body };
    },
  };
}

/** Index page with all names, because a long card takes more than one page. */
function indexOf(cards: readonly Card[], madeOn: string): PdfContent[] {
  return [
    { text: '三级安全教育卡目录', fontSize: 18, bold: true, alignment: 'center' },
    { text: `共 ${cards.length} 人，${madeOn} 生成`, alignment: 'center', margin: [0, 4, 0, 12] },
    {
      table: {
        headerRows: 1,
        widths: [100, '*', 120, 50],
        body: [
          ['姓名', '单位', '部门', '第几张'].map((text) => ({ text, bold: true })),
          ...cards.map(({ person }, at) => [person.name, person.enterpriseName, person.department, String(at + 1)]),
        ],
      },
      fontSize: 8,
    },
  ];
}
