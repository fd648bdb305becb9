import { useCurrentUser } from '#lib/current-user.ts';

const lastOf = (path: string) => path.split('/').at(-1)?.trim() ?? path;

/** Joins the last part of the names of the first three regions, and the note. */
export function overseenText(names: readonly string[], note: string | null): string {
  if (names.length === 0) return '未设置';
  const few = names.slice(0, 3).map(lastOf).join('、');
  return few + (names.length > 3 ? ` 等 ${names.length} 个区域` : '') + (note === null ? '' : `（${note}）`);
}

export function Overseen() {
  const { overseen, overseenNote } = useCurrentUser();
  if (overseen === null) return null;
  return <span title={overseen.join('、')}> · 数据范围：{overseenText(overseen, overseenNote)}</span>;
}
