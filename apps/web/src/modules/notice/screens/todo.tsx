import { limits } from '@anlan/contract/limits';
import { PageHead } from '#ui/page-head.tsx';
import { useRedDots } from '#lib/red-dots.ts';
import { TodoList } from '#widgets/todo-list/todo-list.tsx';

export function Screen() {
  const open = useRedDots(({ unAct }) => unAct);
  return (
    <>
      <PageHead
        title="我的待办"
        sub={open > 0 ? `还有 ${open}${open < limits.totalCap ? '' : '+'} 件等您办理` : '按期限排列，办完自动消失'}
      />
      <TodoList />
    </>
  );
}
