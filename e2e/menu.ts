import type { MenuEntry } from '../packages/contract/src/modules/access/access.ts';

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
