import type { SheetRow } from './cells.ts';

export const checkMessage = (rows: number, bad: number): string =>
  rows === 0
    ? '文件里没有数据行，请按模板填写后重新上传'
    : bad > 0
      ? `${rows} 行中有 ${bad} 行需要改正`
      : `${rows} 行全部正确`;

export function createHiddenRows() {
  let count = 0;
  const first: number[] = [];
  return {
    look({ no, hidden }: Pick<SheetRow, 'no' | 'hidden'>) {
      if (!hidden) return;
      count += 1;
      if (first.length < 5) first.push(no);
    },
    notes: (): string[] =>
      count === 0
        ? []
        : [
            `有 ${count} 行在文件中是隐藏的或被筛选掉的（第 ${first.join('、')} 行${count > first.length ? '等' : ''}），也读取了；不需要的行请从文件中删除后重新上传`,
          ],
  };
}
