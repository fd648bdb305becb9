import { ref } from '@anlan/contract/kit/field';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { updateFollower, wxKey, type WxFollower } from '../calls.ts';

const fields = {
  employeeId: ref('employee', '员工')
    .required()
    .example('输入姓名查找')
    .help('绑定后可以看到所在企业的隐患和快到期的证件'),
};

interface Props {
  follower: WxFollower;
  onClose: () => void;
}

export const BindDialog = ({ follower: { id, version, nickName }, onClose }: Props) => (
  <AskDialog
    title={`${nickName}是哪位员工`}
    verb="绑定"
    fields={fields}
    act={({ employeeId }) => updateFollower({ id, version, employeeId })}
    renews={[['wx-follower'], wxKey]}
    onClose={onClose}
  />
);
