/** course: courses (课程) of the unit and of enterprises: ordered lessons with a video, document or slides. */
import { courseCalls, type OfferedCourse } from '@anlan/contract/modules/course/calls';
import { purposeOf, type Lesson } from '@anlan/contract/modules/course/lesson';
import { course } from '@anlan/contract/modules/course/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { learnersOfCourses } from './learners-store.ts';

type CourseRow = RowOf<typeof course>;

/** Enterprise id in courses of the unit, which all enterprises may use. */
const ofUnit = '00000000-0000-0000-0000-000000000000';
const addressOf = (id: string) => `/upms/file/${id}`;
// The cast is safe: lessons were validated when they were saved.
const lessonsOf = (row: CourseRow) => row.lessons as readonly Lesson[];

export interface TakenCourse {
  id: string;
  title: string;
  lessons: readonly Lesson[];
}

export const courseModule = defineModule('course', {
  needs: { enterprise: enterpriseModule, file: fileModule },
  open({ kit, enterprise, file }) {
    /** Attaches the files of new lessons and detaches files that no lesson uses any more. */
    async function keep(tx: Tx, before: readonly Lesson[], after: readonly Lesson[], enterpriseId: string) {
      const has = (all: readonly Lesson[], id: string) => all.some((one) => one.file?.id === id);
      for (const { file: oldFile, media } of before)
        if (oldFile && !has(after, oldFile.id)) await file.detach(tx, addressOf(oldFile.id), purposeOf(media));
      for (const { file: added, media, title } of after) {
        if (added === null) throw invalid({ field: 'lessons', msg: `请上传“${title}”的课件` });
        if (has(before, added.id)) continue;
        if (!(await file.attach(tx, addressOf(added.id), purposeOf(media), enterpriseId)))
          throw invalid({ field: 'lessons', msg: `“${title}”的文件已失效或格式不符，请重新上传` });
      }
    }
    const sums = (lessons: readonly Lesson[]) => ({
      lessonCount: lessons.length,
      seconds: lessons.reduce((sum, { seconds }) => sum + seconds, 0),
    });

    const courses = openResource(course, kit, {
      compute: (_tx, rows) =>
        Promise.resolve(
          new Map(rows.filter((row) => row.enterpriseId === ofUnit).map((row) => [row.id, { enterpriseId: null }])),
        ),
      async beforeCreate(tx, { enterpriseId, lessons = [] }) {
        const owner = enterpriseId ?? tx.scope.enterpriseId ?? ofUnit;
        await keep(tx, [], lessons, owner);
        return { enterpriseId: owner, ...sums(lessons) };
      },
      async beforeUpdate(tx, row, { lessons }) {
        if (!lessons) return undefined;
        await keep(tx, lessonsOf(row), lessons, String(row.enterpriseId));
        return sums(lessons);
      },
    });

    /**
     * Condition for the unit's courses. A user limited to one enterprise may use them, although the row policy hides
     * rows of the unit.
     */
    const ofUnitWhere = (tx: Tx, equals: Readonly<Record<string, unknown>>) => {
      const { scope } = tx;
      const find = (within: Tx) =>
        courses.rowsWhere(within, { enterpriseId: ofUnit, ...equals }, { order: 'title', limit: 200 });
      if (scope.enterpriseId === null) return find(tx);
      return kit.db.read(systemScope('courses of the unit', scope.tenantId, scope), find);
    };

    return {
      ...courses,
      /** Courses by id, of the caller's enterprise and of the unit. */
      async taken(tx: Tx, ids: readonly string[]): Promise<Map<string, TakenCourse>> {
        const rows = [
          ...(ids.length > 0 ? await courses.rowsWhere(tx, { id: ids }) : []),
          ...(ids.length > 0 ? await ofUnitWhere(tx, { id: ids }) : []),
        ];
        return new Map(
          rows
            .filter((row) => row.status === 'enabled')
            .map((row) => [row.id, { id: row.id, title: row.title, lessons: lessonsOf(row) }]),
        );
      },
      offered: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }): Promise<OfferedCourse[]> =>
        kit.db.read(scope, async (tx) => {
          const own = enterpriseId ?? scope.enterpriseId;
          if (own !== null && !(await enterprise.cards(tx, [own])).has(own)) throw new AppError('notFound');
          const rows = [
            ...(own ? await courses.rowsWhere(tx, { enterpriseId: own }, { order: 'title', limit: 200 }) : []),
            ...(await ofUnitWhere(tx, {})),
          ];
          const offered = rows.filter((row) => row.status === 'enabled' && lessonsOf(row).length > 0);
          const learners = await learnersOfCourses(
            tx,
            offered.map(({ id }) => id),
          );
          return offered.map((row) => ({
            ...(learners.get(row.id) ?? { learners: 0, done: 0 }),
            id: row.id,
            title: row.title,
            shared: row.enterpriseId === ofUnit,
            lessonCount: row.lessonCount,
            seconds: row.seconds,
          }));
        }),
    };
  },
  calls: courseCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, courses) =>
      (await courses.exists(tx, { enterpriseId: ids })) ? '名下还有课程，请先删除这些课程' : null,
  },
});
