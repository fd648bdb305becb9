import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { Empty } from '#ui/page-states.tsx';
import { firstPath } from '../guard-rules.ts';
import { lastAddress } from './state.ts';

/** The page for an unknown address (RT-02). */
export function Missing() {
  const navigate = useNavigate();
  return (
    <div className="view">
      <div className="missing">
        <Empty icon="info" title={<h1>页面不存在</h1>}>
          <p>您访问的地址不存在，或已经移动到别处。</p>
          <span className="missing-acts">
            <Button onClick={() => navigate(lastAddress(), { replace: true })}>回到刚才的页面</Button>
            <Button type="primary" onClick={() => navigate(firstPath, { replace: true })}>
              返回首页
            </Button>
          </span>
        </Empty>
      </div>
    </div>
  );
}
