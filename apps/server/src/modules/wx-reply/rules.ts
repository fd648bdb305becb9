import type { AutoContent, AutoRule } from './auto-reply-store.ts';

export interface Asked {
  repType: string;
  repEvent: string | null;
  text: string | null;
  entry?: string | null;
}

const bare = (text: string) => text.trim().toLowerCase();

/**
 * Selects the automatic reply to a message. Keyword rules come before rules for kinds, and whole words before parts.
 */
export function answerTo({ repType, repEvent, text, entry }: Asked, rules: readonly AutoRule[]): AutoContent | null {
  if (repType === 'event' && repEvent !== 'CLICK')
    return repEvent === 'subscribe' ? (rules.find(({ type }) => type === 'subscribe')?.answer ?? null) : null;
  // A tapped menu entry matches a keyword by its name or its key.
  const spokenWords = (repType === 'text' ? [text] : repType === 'event' ? [text, entry] : []).flatMap((one) =>
    one ? [bare(one)] : [],
  );
  const words = rules.flatMap((rule) =>
    rule.type === 'keyword' && rule.keyword ? [{ ...rule, word: bare(rule.keyword) }] : [],
  );
  const exact = words.find(({ match, word }) => match === 'exact' && spokenWords.includes(word));
  const part = words.find(({ match, word }) => match === 'contains' && spokenWords.some((one) => one.includes(word)));
  const ofKind = rules.find(({ type, reqType }) => type === 'kind' && reqType === repType);
  return (exact ?? part ?? ofKind)?.answer ?? null;
}

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

/** Fills the variables of a reply. Unknown variables stay in the text as they are. */
export const filledIn = (text: string, variables: Readonly<Record<string, string | null>>): string =>
  text.replace(/\{([^{}]{1,10})\}/g, (whole, name: string) => variables[name] ?? whole);
