import { useWho } from '#lib/person.ts';

const lastOf = (path: string) => path.split('/').at(-1)?.trim() ?? path;

/** Names of what somebody oversees: the last part of each, the first few of them. */
export const overseenText = (names: readonly string[]): string =>
  names.length === 0
    ? '未设置'
    : names.slice(0, 3).map(lastOf).join('、') + (names.length > 3 ? ` 等 ${names.length} 个区域` : '');

/** Says quietly that a list holds some divisions alone; nothing where it holds all. */
export function Overseen() {
  const { overseen } = useWho();
  if (overseen === null) return null;
  return <span title={overseen.join('、')}> · 数据范围：{overseenText(overseen)}</span>;
}
