import { text } from '@anlan/contract/kit/field';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { updateFollower, wxKey, type WxFollower } from '../calls.ts';

const fields = { remark: text(30, '备注').help('只有同事看得到') };

interface Props {
  follower: WxFollower;
  onClose: () => void;
}

export const RemarkDialog = ({ follower: { id, version, nickName, remark }, onClose }: Props) => (
  <AskDialog
    title={`${nickName}的备注`}
    verb="保存"
    fields={fields}
    begin={{ remark }}
    act={({ remark: typed = null }) => updateFollower({ id, version, remark: typed })}
    renews={[['wx-follower'], wxKey]}
    onClose={onClose}
  />
);
