import { describe, expect, it } from 'vitest';
import { dryRunOf, faultGroups, fileProblem, firstChoice, obstacle, outcomeOf, percent, planned } from './rules.ts';

const dryRunResult = { rows: 5000, good: 4863, bad: 137, duplicates: 63, errors: [] };
const job = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  kind: 'enterprise.import',
  title: null,
  createdAt: new Date(0),
  state: 'running' as const,
  done: 250,
  total: 5000,
  message: null,
  resultUrl: null,
  undoUntil: null,
  result: null,
};

describe('import of a spreadsheet', () => {
  it('distinguishes the result of a dry run from the result of an import', () => {
    expect(dryRunOf({ ...job, result: dryRunResult })).toEqual(dryRunResult);
    expect(dryRunOf(job)).toBeUndefined();
    expect(outcomeOf({ ...job, result: dryRunResult })).toBeUndefined();
  });

  it('imports all rows by default when all are valid, else only the valid rows', () => {
    expect(firstChoice(dryRunResult).mode).toBe('rows');
    expect(firstChoice({ ...dryRunResult, bad: 0 }).mode).toBe('all');
  });

  it('predicts how many rows the import will write', () => {
    expect(planned(dryRunResult, { mode: 'rows', onDuplicate: 'skip' })).toEqual({
      fresh: 4800,
      updated: 0,
      skipped: 200,
    });
    expect(planned(dryRunResult, { mode: 'rows', onDuplicate: 'update' })).toEqual({
      fresh: 4800,
      updated: 63,
      skipped: 137,
    });
  });

  it('gives the reason when the import options do not fit the file', () => {
    expect(obstacle(dryRunResult, { mode: 'all', onDuplicate: 'skip' })).toContain('137 行有错误');
    expect(obstacle(dryRunResult, { mode: 'rows', onDuplicate: 'stop' })).toContain('63 行已经存在');
    expect(obstacle(dryRunResult, { mode: 'rows', onDuplicate: 'skip' })).toBeNull();
    expect(obstacle({ ...dryRunResult, rows: 63, bad: 0 }, { mode: 'all', onDuplicate: 'skip' })).toBe(
      '没有可以导入的行',
    );
  });

  it('refuses files that are not spreadsheets before the upload', () => {
    expect(fileProblem({ name: '名单.xls', size: 10 }, 1000)).toContain('.xlsx');
    expect(fileProblem({ name: '名单.docx', size: 10 }, 1000)).toContain('.csv');
    expect(fileProblem({ name: '名单.xlsx', size: 60 * 1024 * 1024 }, 50 * 1024 * 1024)).toContain('50M');
    expect(fileProblem({ name: '名单.CSV', size: 10 }, 1000)).toBeNull();
  });

  it('groups errors of one kind, whatever the user typed', () => {
    const fault = (row: number, column: string, cause: string) => ({ row, column, value: '', cause, remedy: null });
    const groups = faultGroups([
      fault(2, '行政区划', '“鼓楼区”有 2 处，不知道是哪一处'),
      fault(3, '手机号', '长度不为11位'),
      fault(9, '行政区划', '“西湖区”有 14 处，不知道是哪一处'),
      fault(11, '行政区划', '没有名为“西湖县”的行政区划'),
    ]);
    expect(groups.map(({ faults }) => faults.map(({ row }) => row))).toEqual([[2, 9], [3], [11]]);
  });

  it('shows progress only when the total is known', () => {
    expect(percent(job)).toBe(5);
    expect(percent({ ...job, total: null })).toBeUndefined();
  });
});
