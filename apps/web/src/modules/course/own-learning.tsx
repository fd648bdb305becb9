import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#lib/current-user.ts';
import { Card } from '#ui/page-head.tsx';
import { lengthText } from '#widgets/duration.ts';
import { offeredCourses } from './calls.ts';
import './lessons.css';

/**
 * For an enterprise: the courses that its people learn, also those of the unit, which are not in its own list.
 */
export function OwnLearning() {
  const isEnterprise = useCurrentUser().sysUser.type === 'enterprise';
  const { data } = useQuery({ ...offeredCourses, enabled: isEnterprise });
  const learned = data?.filter(({ learners, shared }) => learners > 0 || shared) ?? [];
  if (learned.length === 0) return null;
  return (
    <Card title="本企业人员学习的课程" note={`${learned.length} 门`}>
      <ul className="course-learned">
        {learned.map(({ id, title, shared, lessonCount, seconds, learners, done }) => (
          <li key={id}>
            <b>{title}</b>
            <span>
              {shared ? '监管单位提供' : '本企业'} · {lessonCount} 课 · {lengthText(seconds)}
            </span>
            <span>{learners > 0 ? `${learners} 人学习，其中 ${done} 人完成过` : '还没有用于培训计划'}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
