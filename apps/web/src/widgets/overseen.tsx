import { useWho } from '#lib/person.ts';

const lastOf = (path: string) => path.split('/').at(-1)?.trim() ?? path;

/** Names of what somebody oversees: the last part of each, the first few of them; and what is said of them. */
export function overseenText(names: readonly string[], note: string | null): string {
  if (names.length === 0) return '未设置';
  const few = names.slice(0, 3).map(lastOf).join('、');
  return few + (names.length > 3 ? ` 等 ${names.length} 个区域` : '') + (note === null ? '' : `（${note}）`);
}

/** Says quietly that a list holds some divisions alone; nothing where it holds all. */
export function Overseen() {
  const { overseen, overseenNote } = useWho();
  if (overseen === null) return null;
  return <span title={overseen.join('、')}> · 数据范围：{overseenText(overseen, overseenNote)}</span>;
}
