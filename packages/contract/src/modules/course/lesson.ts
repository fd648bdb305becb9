// Lessons of a course: what is shown, in which order, and how long it takes.
import * as z from 'zod/mini';
import { filled } from '../../domain/fields.ts';
import { keptFile } from '../checklist/item.ts';

/** What a lesson is shown as. */
export const lessonMedia = { video: '视频', document: '文档', slides: '课件' } as const;
/** What a lesson is shown as. */
export type LessonMedia = keyof typeof lessonMedia;
/** Most lessons of one course. */
export const lessonsMost = 60;
/** Longest lesson, in seconds. */
export const lessonSecondsMost = 4 * 3600;

/** A lesson of a course (课时). */
export const lesson = z.object({
  /** Key of the lesson within its course. */
  key: z.string().check(z.regex(/^[a-z0-9]{1,16}$/)),
  /** 课时名称 */
  title: filled(60, '课时名称'),
  /** 形式 */
  media: z.enum(Object.keys(lessonMedia) as [LessonMedia, ...LessonMedia[]], '请选择课时形式'),
  /** How long it takes, in seconds: of a video its length, of pages the time to read them. */
  seconds: z.int('请填写时长').check(z.gte(5, '时长不能少于 5 秒'), z.lte(lessonSecondsMost, '一个课时最长 4 小时')),
  /** What is shown. */
  file: z.nullable(keptFile),
});
/** A lesson of a course. */
export type Lesson = z.output<typeof lesson>;

// What a page shows without another program.
const shown = /\.(?:pdf|png|jpe?g)$/i;

/** The lessons of a course in their order. */
export const lessons = z.array(lesson, '请添加课时').check(
  z.maxLength(lessonsMost, `课时最多 ${lessonsMost} 个`),
  z.refine(
    (all) => all.every(({ media, file }) => media === 'video' || file === null || shown.test(file.name)),
    '文档和课件请上传 pdf、png 或 jpg，学员在页面上直接阅读',
  ),
  z.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, '课时的标识重复'),
);

/** Purpose that the file of a lesson is uploaded for. */
export const purposeOf = (media: LessonMedia) => (media === 'video' ? 'video' : 'document');
