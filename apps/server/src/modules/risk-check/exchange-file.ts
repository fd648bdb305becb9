// Exchange file of the hazchem profile: one sheet each for object, unit, event, measure, task, record and danger. A row
// refers to its parent by a code that stays the same in later files.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { writeWorkbook, type OutgoingCell, type OutgoingSheet } from '#platform/sheets/index.ts';
import { analysedPoints, checksBetween, dangersBetween, type AnalysedPoint } from './exchange-file-store.ts';

const words = z.record(z.string(), z.string());
const codes = z
  .object({
    source: z.string(),
    measureClass: words,
    level: words,
    responsible: words,
    result: words,
    taskStatus: words,
    dangerStatus: words,
  })
  .parse(JSON.parse(readFileSync(new URL('../../../data/hazchem-exchange.json', import.meta.url), 'utf8')));
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const usualDays = 30;

/** Code of an entry that has no database row. Equal names give equal codes. */
const codeOf = (...names: (string | null)[]) =>
  createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16).toUpperCase();
const objectCode = (p: AnalysedPoint) => codeOf(p.enterprise_code, p.analysis_object);
const unitCode = (p: AnalysedPoint) => codeOf(p.enterprise_code, p.analysis_object, p.analysis_unit);
const measureCode = (p: AnalysedPoint, at: number) => `${p.no}-${String(at + 1).padStart(2, '0')}`;
const coded = (map: Readonly<Record<string, string>>, value: string | null) =>
  value === null ? '' : (map[value] ?? value);

function sheet(name: string, headings: readonly string[], rows: OutgoingCell[][], note?: string): OutgoingSheet {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    columns: headings.map((heading) => ({ heading, kind: 'text' as const, width: 22 })),
    rows: [rows],
  };
}
const distinct = (rows: OutgoingCell[][]) => [...new Map(rows.map((row) => [row[0], row])).values()];

export function createExchange(
  { db, clock, audit }: Pick<ModuleKit, 'db' | 'clock' | 'audit'>,
  demand: (tx: Tx, id: string) => Promise<void>,
) {
  return (
    scope: Scope,
    filter: { enterpriseId?: string | undefined; from?: string | undefined; to?: string | undefined },
  ) =>
    db.scoped(scope, async (tx) => {
      if (filter.enterpriseId !== undefined) await demand(tx, filter.enterpriseId);
      const now = clock.now();
      const to = filter.to ?? dayOf(now);
      const from = filter.from ?? addDays(to, -usualDays);
      const most = limits.export.rows;
      const points = await analysedPoints(tx, filter.enterpriseId ?? null, most);
      if (points.length === 0)
        throw new AppError('invalid', '没有填写分析对象的风险点，请先在风险点中填写分析对象、分析单元和风险事件');
      const ids = points.map(({ id }) => id);
      const checks = await checksBetween(tx, ids, from, to, most);
      const dangers = await dangersBetween(tx, ids, from, to, most);
      if (Math.max(points.length, checks.length, dangers.length) > most)
        throw new AppError('invalid', `结果超过 ${most} 条，请缩小日期范围后再导出`);
      const byId = new Map(points.map((point) => [point.id, point]));
      const eventOf = (id: string) => byId.get(id)?.no ?? '';
      const dated = (at: Date | null) => (at === null ? '' : formatInstant(at));
      const note = `${from} 至 ${to}；${formatInstant(now)} 由 ${scope.userName ?? ''} 导出；代码依据：${codes.source}`;
      await audit.record(tx, {
        call: 'riskCheck.exchange',
        objectType: 'riskCheck',
        taken: points.length + checks.length + dangers.length,
        note: `${from} 至 ${to}`,
        ...(filter.enterpriseId === undefined ? {} : { enterpriseId: filter.enterpriseId }),
      });
      const body = writeWorkbook([
        sheet(
          '分析对象',
          ['分析对象编码', '企业编号', '企业名称', '分析对象', '责任部门'],
          distinct(
            points.map((p) => [objectCode(p), p.enterprise_code, p.enterprise_name, p.analysis_object, p.department]),
          ),
          note,
        ),
        sheet(
          '分析单元',
          ['分析单元编码', '分析对象编码', '分析单元'],
          distinct(points.map((p) => [unitCode(p), objectCode(p), p.analysis_unit ?? p.analysis_object])),
        ),
        sheet(
          '风险事件',
          ['风险事件编码', '分析单元编码', '风险事件', '风险等级', '责任人', '责任类别'],
          points.map((p) => [
            p.no,
            unitCode(p),
            p.risk_event ?? p.name,
            coded(codes.level, p.level),
            p.owner ?? '',
            coded(codes.responsible, p.control_layer),
          ]),
        ),
        sheet(
          '管控措施',
          ['管控措施编码', '风险事件编码', '措施分类', '措施内容', '责任类别'],
          points.flatMap((p) =>
            p.controls.map((one, at) => [
              measureCode(p, at),
              p.no,
              coded(codes.measureClass, one.kind),
              one.text,
              coded(codes.responsible, one.layer ?? p.control_layer),
            ]),
          ),
        ),
        sheet(
          '排查任务',
          ['排查任务编码', '风险事件编码', '责任类别', '开始时间', '截止时间', '任务状态'],
          checks.map((c) => [
            c.id,
            eventOf(c.risk_point_id),
            coded(codes.responsible, c.layer),
            dated(c.opens_at),
            dated(c.due_at),
            coded(codes.taskStatus, c.status),
          ]),
        ),
        sheet(
          '排查记录',
          [
            '排查任务编码',
            '序号',
            '排查内容',
            '排查结果',
            '说明',
            '排查人',
            '排查时间',
            '送达时间',
            '补传',
            '到点方式',
          ],
          checks.flatMap((c) =>
            c.items.map(({ item, result, note: itemNote }, at) => [
              c.id,
              String(at + 1),
              item.text,
              coded(codes.result, c.status === 'done' ? (result ?? 'unchecked') : result),
              itemNote ?? '',
              c.done_by_name ?? '',
              dated(c.done_at),
              dated(c.received_at),
              c.resent ? '是' : '',
              c.far ? '未到点' : (c.presence ?? ''),
            ]),
          ),
        ),
        sheet(
          '隐患',
          ['隐患编号', '风险事件编码', '隐患名称', '隐患等级', '发现时间', '整改期限', '隐患状态'],
          dangers.map((d) => [
            d.no,
            eventOf(d.risk_point_id),
            d.title,
            d.level === 'major' ? '1 重大隐患' : '2 一般隐患',
            dated(d.found_at),
            d.deadline_on ?? '',
            coded(codes.dangerStatus, d.status),
          ]),
        ),
      ]);
      return { name: `双重预防数据交换-${to}.xlsx`, type: xlsx, body };
    });
}
