import type { MenuEntry } from '../packages/contract/src/modules/access/access.ts';
import { deep, drawn } from './looks.ts';

const leaves = (entries: readonly MenuEntry[]): string[] =>
  entries
    .filter(({ type }) => type === '0')
    .flatMap(({ path, children }) => [
      ...(path.startsWith('/') && children.length === 0 ? [path] : []),
      ...leaves(children),
    ]);

/** Addresses of the pages in somebody's menu; `headers` are those of their session. */
export async function pagesOfMenu(url: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${url}/upms/menu`, { headers });
  const { data }: { data: MenuEntry[] } = await answer.json();
  return leaves(data);
}

/** Shares pages out: each to one of those who have it, to another one with another seed; with `DEEP=1` to all of them. */
export function shared<Who extends string>(pagesOf: ReadonlyMap<Who, readonly string[]>): Map<Who, string[]> {
  const has = (path: string) => [...pagesOf].flatMap(([who, paths]) => (paths.includes(path) ? [who] : []));
  const opens = (who: Who, path: string) => {
    const [first = who, ...others] = has(path);
    return deep || drawn(path, [first, ...others]) === who;
  };
  return new Map([...pagesOf].map(([who, paths]) => [who, paths.filter((path) => opens(who, path))]));
}
