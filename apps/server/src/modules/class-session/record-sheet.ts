// Builds the record sheet of a talk, meeting or class.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { ClassSession } from '@anlan/contract/modules/class-session/resource';
import { attendanceProofs } from '@anlan/contract/modules/class-session/views';
import { hourMinutes, type RecordSheet } from '../learning/index.ts';
import type { StoredAttendee } from './store.ts';

const hoursText = (minutes: number) => `${minutes} 分钟（${Math.round((minutes / hourMinutes) * 100) / 100} 学时）`;
function durationOf({ minutes, begunAt, endedAt }: ClassSession): string {
  if (begunAt === null || endedAt === null) return `计划 ${hoursText(minutes)}`;
  const passed = Math.floor((endedAt.getTime() - begunAt.getTime()) / 60_000);
  return `计划 ${minutes} 分钟，实际 ${hoursText(Math.max(0, Math.min(passed, minutes)))}`;
}

export function sessionSheet(
  session: ClassSession,
  people: readonly StoredAttendee[],
  { kind, madeOn }: { kind: string; madeOn: string },
): RecordSheet {
  const there = people.filter(({ proof }) => proof !== 'far');
  const signed = there.filter(({ signedAt }) => signedAt !== null).length;
  return {
    enterpriseName: session.enterpriseName ?? '',
    title: session.topic,
    facts: [
      ['形式', kind],
      ['授课人', session.trainer],
      ['培训时间', formatInstant(session.heldAt).slice(0, 16)],
      ['学时', durationOf(session)],
      ['培训地点', session.place],
      ['计入计划', session.planName ?? '不计入培训计划'],
    ],
    content: session.content,
    headings: [
      { label: '签到', width: 66 },
      { label: '计入学时', width: 48 },
    ],
    people: people.map(({ name, department, way, proof, arrivedAt, hours, signature }) => ({
      name,
      department,
      notes: [
        `${formatInstant(arrivedAt).slice(11, 16)} ${way === 'code' ? attendanceProofs[proof ?? 'code'] : '补登'}`,
        hours === null ? '' : String(Number(hours)),
      ],
      signature,
    })),
    summary: `签到 ${there.length} 人，签名 ${signed} 人。`,
    teacher: '',
    madeOn,
  };
}
