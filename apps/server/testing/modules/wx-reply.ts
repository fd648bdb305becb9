import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  wxAutoReply: () =>
    Promise.resolve({ type: '3', keyword: '整改', answer: { repType: 'text', repContent: '请在平台上提交' } }),
};

export const columns = {
  wxAutoReply: { answer: `'{"repType":"text","repContent":"好"}'::jsonb` },
};
