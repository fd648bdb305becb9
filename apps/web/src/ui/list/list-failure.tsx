import { Alert, Button } from 'antd';

/** Says why the rows did not come, and asks for them again. */
export const Failure = ({ error, retry }: { error: Error; retry: () => unknown }) => (
  <Alert
    className="list-failure"
    type="error"
    showIcon
    title="列表没有加载成功"
    description={error.message}
    action={<Button onClick={() => void retry()}>重试</Button>}
  />
);
