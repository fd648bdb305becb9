// Lessons of a course: media, order and duration.
import * as z from 'zod/mini';
import { requiredText } from '../../domain/fields.ts';
import { fileReference } from '../checklist/check-item.ts';

export const lessonMedia = { video: '视频', document: '文档', slides: '课件' } as const;
export type LessonMedia = keyof typeof lessonMedia;
export const maxLessons = 60;
export const maxLessonSeconds = 4 * 3600;

export const lesson = z.object({
  key: z.string().check(z.regex(/^[a-z0-9]{1,16}$/)),
  title: requiredText(60, '课时名称'),
  media: z.enum(Object.keys(lessonMedia) as [LessonMedia, ...LessonMedia[]], '请选择课时形式'),
  /** Duration in seconds: length of a video, or reading time of pages. */
  seconds: z.int('请填写时长').check(z.gte(5, '时长不能少于 5 秒'), z.lte(maxLessonSeconds, '一个课时最长 4 小时')),
  file: z.nullable(fileReference),
});
export type Lesson = z.output<typeof lesson>;

// Endings of the files that a browser can display.
const displayableFile = /\.(?:pdf|png|jpe?g)$/i;

export const lessons = z.array(lesson, '请添加课时').check(
  z.maxLength(maxLessons, `课时最多 ${maxLessons} 个`),
  z.refine(
    (all) => all.every(({ media, file }) => media === 'video' || file === null || displayableFile.test(file.name)),
    '文档和课件请上传 pdf、png 或 jpg，学员在页面上直接阅读',
  ),
  z.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, '课时的标识重复'),
);

export const purposeOf = (media: LessonMedia) => (media === 'video' ? 'video' : 'document');
