// Numbers of background jobs.
import { measuresOf, noRows } from '../../kit/measure.ts';

export const jobMeasures = measuresOf('job', {
  /** The list of jobs is a drawer, not a page. */
  all: {
    ...noRows,
    label: '任务',
    unit: '项',
    definition: '本单位自己的导入、导出等任务数',
    places: ['job.page.total'],
  },
});
