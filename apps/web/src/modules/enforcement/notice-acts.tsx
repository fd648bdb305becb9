import { files, prose, text, type Fields } from '@anlan/contract/kit/field';
import type { AskedValues } from '@anlan/contract/kit/state-machine';
import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import type { ReactNode } from 'react';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { noticeKey, notices } from './calls.ts';

interface Words<F> {
  title: string;
  verb: string;
  done: string;
  danger?: boolean;
  fields: F;
  note?: (row: Enforcement) => ReactNode;
}
type Send<F extends Fields> = (
  input: Pick<Enforcement, 'id' | 'version'> & AskedValues<F>,
  options: { quiet: true },
) => Promise<unknown>;

const dialogOf = <F extends Fields>({ note, ...words }: Words<F>, send: Send<F>) =>
  function Act({ row, onClose }: { row: Enforcement; onClose: () => void }) {
    const { nickName } = useCurrentUser().sysUser;
    return (
      <AskDialog
        {...words}
        begin={{ receivedBy: nickName, files: [] }}
        act={(input) => send({ id: row.id, version: row.version, ...input }, { quiet: true })}
        renews={[noticeKey]}
        onDone={refreshRedDots}
        onClose={onClose}
      >
        {note?.(row)}
      </AskDialog>
    );
  };

export const acts = {
  receive: dialogOf(
    { title: '签收执法通知', verb: '签收', done: '已签收', fields: { receivedBy: text(30, '签收人').required() } },
    notices.receive,
  ),
  close: dialogOf(
    { title: '办结执法通知', verb: '办结', done: '已办结', fields: { opinion: prose(500, '办结意见').required() } },
    notices.close,
  ),
  sendBack: dialogOf(
    {
      title: '退回补充',
      verb: '退回',
      done: '已退回企业补充',
      danger: true,
      fields: { reason: prose(300, '退回原因').required() },
    },
    notices.sendBack,
  ),
  withdraw: dialogOf(
    {
      title: '撤销执法通知',
      verb: '撤销',
      done: '已撤销',
      danger: true,
      fields: { reason: prose(300, '撤销原因').required() },
      note: ({ no }) => (
        <p>
          撤销后不再执行，文书编号 {no}{' '}
          保留，不会用于别的文书；打印时标明“已撤销”。已登记的隐患不随之作废，需要时在“待整改事项”中处理。
        </p>
      ),
    },
    notices.withdraw,
  ),
  lift: dialogOf(
    {
      title: '解除停产措施',
      verb: '解除',
      done: '停产措施已解除',
      fields: { reason: prose(300, '审查意见').required(), files: files('审查材料', { least: 1 }) },
      note: () => <p>须全部隐患已销号，并上传复产复工的审查材料。</p>,
    },
    notices.lift,
  ),
};
export type ActName = keyof typeof acts;
