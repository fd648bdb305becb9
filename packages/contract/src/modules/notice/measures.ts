// Numbers of to-dos.
import { measuresOf } from '../../kit/measure.ts';

export const noticeMeasures = measuresOf('notice', {
  todos: {
    label: '我的待办',
    unit: '件',
    definition: '轮到您处理、还没有办结的待办数',
    page: '/bus/todo/index',
    rows: () => ({ state: 'open' }),
    places: ['notice.redDot.unAct'],
  },
});
