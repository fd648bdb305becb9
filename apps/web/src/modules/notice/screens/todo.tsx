import { limits } from '@anlan/contract/limits';
import { noticeMeasures } from '@anlan/contract/modules/notice/measures';
import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { useRedDots } from '#lib/red-dots.ts';
import { TodoList } from '#widgets/todo-list/todo-list.tsx';

const TogetherButton = lazyPart(async () => (await import('../parts/together.tsx')).TogetherButton);

export function Screen() {
  const open = useRedDots(({ unAct }) => unAct);
  return (
    <>
      <PageHead
        title="我的待办"
        sub={
          open > 0 ? (
            <>
              还有{' '}
              <b data-measure={noticeMeasures.todos.key} title={noticeMeasures.todos.definition}>
                {open}
              </b>
              {open < limits.totalCap ? '' : '+'} 件等您办理
            </>
          ) : (
            '按期限排列，办完自动消失'
          )
        }
      />
      <TodoList
        together={(selected) => (
          <Suspense fallback={null}>
            <TogetherButton {...selected} />
          </Suspense>
        )}
      />
    </>
  );
}
