import type { IndustrySection } from '@anlan/contract/modules/dictionary/dictionary';

/** A section or division in the tree. */
export interface IndustryNode {
  value: string;
  title: string;
  /** Names, numbers and pinyin initials to find it by. */
  search: string;
  selectable: boolean;
  children?: IndustryNode[];
}

/** Sections with their divisions; a section can be chosen only where that is asked for. */
export function industryTree(sections: readonly IndustrySection[], sectionsToo: boolean): IndustryNode[] {
  return sections.map(({ code, name, children }) => ({
    value: code,
    title: `${code} ${name}`,
    search: `${code} ${name}`,
    selectable: sectionsToo,
    children: children.map((division) => ({
      value: division.code,
      title: `${division.code} ${division.name}`,
      search: `${division.code} ${division.code.slice(1)} ${division.name} ${division.pinyin}`,
      selectable: true,
    })),
  }));
}

/** Whether what was typed finds a node: part of a name, the number, or the beginning of the initials. */
export function matchesIndustry(typed: string, search: string): boolean {
  const text = typed.trim().toLowerCase();
  return search
    .toLowerCase()
    .split(' ')
    .some((word) => (/^[a-z0-9]+$/.test(word) ? word.startsWith(text) : word.includes(text)));
}
