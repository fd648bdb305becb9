import type { MenuEntry } from '../packages/contract/src/modules/access/menu-entry.ts';
import { deep, pickBySeed } from './screen-checks.ts';

const leaves = (entries: readonly MenuEntry[]): string[] =>
  entries
    .filter(({ type }) => type === '0')
    .flatMap(({ path, children }) => [
      ...(path.startsWith('/') && children.length === 0 ? [path] : []),
      ...leaves(children),
    ]);

export async function pagesOfMenu(url: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${url}/upms/menu`, { headers });
  const { data }: { data: MenuEntry[] } = await answer.json();
  return leaves(data);
}

/**
 * Distributes pages among the accounts that may open them. The seed selects one account for each page. With `DEEP=1`
 * every account opens all its pages.
 */
export function shared<Who extends string>(pagesOf: ReadonlyMap<Who, readonly string[]>): Map<Who, string[]> {
  const has = (path: string) => [...pagesOf].flatMap(([who, paths]) => (paths.includes(path) ? [who] : []));
  const opens = (who: Who, path: string) => {
    const [first = who, ...others] = has(path);
    return deep || pickBySeed(path, [first, ...others]) === who;
  };
  return new Map([...pagesOf].map(([who, paths]) => [who, paths.filter((path) => opens(who, path))]));
}
