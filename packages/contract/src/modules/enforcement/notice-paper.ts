// Text of the printed notice of each kind, for screen and file. A sentence consists of plain text and underlined
// blanks.
import { dayOf } from '../../domain/instant.ts';
import type { NoticePaper } from './calls.ts';
import { measureKinds } from './resource.ts';

export type { NoticePaper } from './calls.ts';

/** Plain text, or a blank with its value. A blank with null is left empty for handwriting. */
export type PaperPart = string | { readonly blank: string | null };
export type PaperLine = readonly PaperPart[];
export interface PaperText {
  /** Line above a withdrawn notice with date and reason; null if the notice is in force. */
  readonly withdrawn: string | null;
  readonly title: string;
  readonly matters: string;
  readonly before: readonly PaperLine[];
  readonly after: readonly PaperLine[];
  /** Numbered measures, printed after the first sentence of `after`. */
  readonly measures: readonly string[];
}

/** Formats a day as official documents do. */
export const dayInWords = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year} 年 ${month} 月 ${date} 日`;
};
export const dateInWords = (at: Date): string => dayInWords(dayOf(at));

const blank = (text: string | null): PaperPart => ({ blank: text });
/** Finds the division in the name of the authority. Without one, the blank stays empty. */
const divisionOf = (authority: string) => /^(.{1,12}?[省市区县旗州])/.exec(authority)?.[1] ?? null;

function buildAppealNotice(authority: string, word: string): PaperLine {
  const division = divisionOf(authority);
  return [
    `如果不服本${word}，可以依法在 60 日内向 `,
    blank(division && `${division}人民政府`),
    ' 申请行政复议，或者在 6 个月内依法向 ',
    blank(division && `${division}人民法院`),
    ` 提起诉讼，但本${word}不停止执行，法律另有规定的除外。`,
  ];
}

export function paperText(paper: NoticePaper): PaperText {
  const { withdrawnAt, withdrawal } = paper.notice;
  const withdrawn = withdrawnAt && `本文书已于 ${dateInWords(withdrawnAt)}撤销，不再执行。撤销原因：${withdrawal}`;
  return { ...buildPaperBody(paper), withdrawn };
}

function buildPaperBody({ notice, authority, inspectedAt }: NoticePaper): Omit<PaperText, 'withdrawn'> {
  const due = blank(dayInWords(notice.dueOn));
  const findingLine: PaperLine = [
    '本机关执法人员于 ',
    blank(dateInWords(inspectedAt ?? notice.issuedAt)),
    ' 对你单位',
    ...(notice.place ? [' ', blank(notice.place), ' '] : []),
    '进行检查，发现存在下列问题：',
  ];
  const plain = { matters: '事项', measures: [] };
  switch (notice.kind) {
    case 'order':
      return {
        title: '责令限期整改指令书',
        matters: '存在的问题',
        before: [findingLine],
        after: [
          [
            '现责令你单位对上述第 ',
            blank(notice.items.map((_, at) => at + 1).join('、')),
            ' 项问题于 ',
            due,
            ' 前整改完毕，达到有关法律法规规章和标准规定的要求。由此造成事故的，依法追究有关人员的责任。',
          ],
          ['整改期间，你单位应当采取措施，确保安全生产。对安全生产违法行为，将依法予以行政处罚。'],
          buildAppealNotice(authority, '指令'),
        ],
        measures: [],
      };
    case 'onSiteDecision':
      return {
        title: '现场处理措施决定书',
        matters: '存在的问题',
        before: [findingLine],
        after: [
          ['以上存在的问题无法保证安全生产，现作出以下现场处理措施决定：'],
          ['隐患排除后，经审查同意，方可恢复生产经营和使用。'],
          buildAppealNotice(authority, '决定'),
        ],
        measures: notice.measures.map(
          ({ kind, scope, dueOn }) =>
            `${measureKinds[kind]}：${scope}${dueOn ? `，于 ${dayInWords(dueOn)} 前完成` : ''}；`,
        ),
      };
    case 'siteRecord':
      return { ...plain, title: '现场检查记录', before: [findingLine], after: [['以上情况已向被检查单位说明。']] };
    case 'recheck':
      return {
        ...plain,
        title: '整改复查意见书',
        before: [['本机关对你单位整改情况进行复查，提出如下意见：']],
        after: [['请于 ', due, ' 前按上述意见办理并回复。']],
      };
    case 'interview':
      return {
        ...plain,
        title: '约谈通知书',
        before: [['因下列事项，现约谈你单位主要负责人：']],
        after: [['请于 ', due, ' 前按通知要求参加约谈，并提交书面情况说明。']],
      };
    default:
      return {
        ...plain,
        title: '提醒函',
        before: [['为防范生产安全事故，现就下列事项提醒你单位：']],
        after: [['请于 ', due, ' 前落实并回复。']],
      };
  }
}
