import { useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { lengthText } from '#widgets/duration.ts';
import { coursesOf } from './calls.ts';
import './plan.css';

interface Chosen {
  id: string;
  title: string;
}

export function CoursesControl({ value, onChange, id, row }: ControlProps & ControlField) {
  const form = Form.useFormInstance();
  const picked: unknown = Form.useWatch('enterpriseId', form);
  const enterpriseId = textOf(row?.['enterpriseId'] ?? picked) || undefined;
  const { data: offered = [], isPending } = useQuery(coursesOf(enterpriseId));
  // The form value is untyped. The form schema guarantees an array.
  const selectedCourses = (Array.isArray(value) ? value : []) as Chosen[];
  const move = (at: number) => {
    const next = [...selectedCourses];
    next.splice(at - 1, 0, ...next.splice(at, 1));
    onChange?.(next);
  };
  const lengthOf = (course: string) => {
    const offeredCourse = offered.find((one) => one.id === course);
    return offeredCourse ? `${offeredCourse.lessonCount} 课 · ${lengthText(offeredCourse.seconds)}` : '';
  };
  return (
    <div className="plan-courses" id={id}>
      <Select
        aria-label="选择课程"
        placeholder={
          isPending
            ? '正在读取…'
            : offered.length > 0
              ? '选择课程，按学习顺序添加'
              : '还没有可用的课程，请先到“课程”里添加'
        }
        value={null}
        showSearch
        optionFilterProp="label"
        options={offered
          .filter((one) => !selectedCourses.some((course) => course.id === one.id))
          .map((one) => ({ value: one.id, label: `${one.title}${one.shared ? '（通用）' : ''}` }))}
        onSelect={(course: string | null) => {
          const offeredCourse = offered.find((one) => one.id === course);
          if (offeredCourse) onChange?.([...selectedCourses, { id: offeredCourse.id, title: offeredCourse.title }]);
        }}
      />
      <ol>
        {selectedCourses.map((course, at) => (
          <li key={course.id}>
            <span>
              {at + 1}. {course.title} <small>{lengthOf(course.id)}</small>
            </span>
            <Button
              type="text"
              size="small"
              disabled={at === 0}
              aria-label={`上移${course.title}`}
              onClick={() => move(at)}
            >
              上移
            </Button>
            <Button
              type="text"
              size="small"
              danger
              aria-label={`移除${course.title}`}
              onClick={() => onChange?.(selectedCourses.filter((one) => one.id !== course.id))}
            >
              移除
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}
