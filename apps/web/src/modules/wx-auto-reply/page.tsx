import { wxAutoReplyCalls } from '@anlan/contract/modules/wx-reply/calls';
import { wxAutoReply, type WxAutoReply } from '@anlan/contract/modules/wx-reply/resource';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { materialNames } from '#widgets/wx-material/limits.ts';
import { AnswerControl } from './answer-control.tsx';
import { page } from './index.ts';
import './auto-reply.css';

function Says({ row: { answer } }: { row: WxAutoReply }) {
  const { repType, repContent, repName } = answer ?? {};
  if (repType === undefined) return null;
  return (
    <span className="wx-says" title={repContent ?? repName ?? ''}>
      {repType === 'text' ? repContent : `[${materialNames[repType]}] ${repName ?? ''}`}
    </span>
  );
}

export const Screen = resourcePage(wxAutoReply, wxAutoReplyCalls, {
  ...page,
  columns: [
    title(),
    tag('type'),
    column<WxAutoReply>('answer', '回复内容', (row) => <Says row={row} />, { width: 320 }),
    one('keyword'),
    one('accountId'),
    one('enabled'),
    one('sort', { width: 80 }),
  ],
  filters: ['type', 'accountId', 'enabled'],
  form: {
    rows: ['accountId', ['name', 'type'], ['reqType'], ['keyword', 'match'], 'answer', ['enabled', 'sort']],
    controls: { answer: (props) => <AnswerControl {...props} /> },
  },
  actions: (row, { edit, remove }) => [...edit, ...remove],
  removing: '只是暂时不用时，可以改为停用。',
  empty: '还没有自动回复。先写一条欢迎语，再按关键词补充常见问题。',
});
