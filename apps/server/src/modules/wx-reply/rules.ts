import type { AutoContent, AutoRule } from './auto-store.ts';

/** What came from a follower, as far as automatic answers look at it. */
export interface Asked {
  repType: string;
  repEvent: string | null;
  text: string | null;
  /** What the entry of the menu is called that was tapped. */
  entry?: string | null;
}

const bare = (text: string) => text.trim().toLowerCase();

/** The automatic answer to something; words count before kinds, whole words before parts. */
export function answerTo({ repType, repEvent, text, entry }: Asked, rules: readonly AutoRule[]): AutoContent | null {
  if (repType === 'event' && repEvent !== 'CLICK')
    return repEvent === 'subscribe' ? (rules.find(({ type }) => type === 'subscribe')?.answer ?? null) : null;
  // Whoever taps an entry of the menu says its name, or the key that it was given.
  const said = (repType === 'text' ? [text] : repType === 'event' ? [text, entry] : []).flatMap((one) =>
    one ? [bare(one)] : [],
  );
  const words = rules.flatMap((rule) =>
    rule.type === 'keyword' && rule.keyword ? [{ ...rule, word: bare(rule.keyword) }] : [],
  );
  const exact = words.find(({ match, word }) => match === 'exact' && said.includes(word));
  const part = words.find(({ match, word }) => match === 'contains' && said.some((one) => one.includes(word)));
  const ofKind = rules.find(({ type, reqType }) => type === 'kind' && reqType === repType);
  return (exact ?? part ?? ofKind)?.answer ?? null;
}

/** Why an automatic answer cannot be kept; null where it can. */
export function autoProblem(rule: {
  type: string;
  reqType: string | null;
  keyword: string | null;
  answer: AutoContent;
}): { field: string; msg: string } | null {
  if (rule.type === 'keyword' && !rule.keyword) return { field: 'keyword', msg: '请填写关键词' };
  if (rule.type === 'kind' && !rule.reqType) return { field: 'reqType', msg: '请选择消息类型' };
  const { repType, repContent, repMediaId } = rule.answer;
  if (repType === 'text' && !repContent?.trim()) return { field: 'answer', msg: '请填写回复的文字' };
  if (repType !== 'text' && !repMediaId) return { field: 'answer', msg: '请选择要回复的素材' };
  return null;
}

/** Fills in a prepared answer; a variable of which nothing is known stays as it is written. */
export const filledIn = (text: string, known: Readonly<Record<string, string | null>>): string =>
  text.replace(/\{([^{}]{1,10})\}/g, (whole, name: string) => known[name] ?? whole);
