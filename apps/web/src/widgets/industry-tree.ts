import type { IndustrySection } from '@anlan/contract/modules/dictionary/dictionary';

export interface IndustryNode {
  value: string;
  title: string;
  search: string;
  selectable: boolean;
  children?: IndustryNode[];
}

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

/** Whether the typed text matches an industry: part of its name, its number, or the start of its initials. */
export function matchesIndustry(typed: string, search: string): boolean {
  const text = typed.trim().toLowerCase();
  return search
    .toLowerCase()
    .split(' ')
    .some((word) => (/^[a-z0-9]+$/.test(word) ? word.startsWith(text) : word.includes(text)));
}
