import {
  lessonMedia,
  maxLessonSeconds,
  maxLessons,
  purposeOf,
  type Lesson,
  type LessonMedia,
} from '@anlan/contract/modules/course/lesson';
import { Button, Input, InputNumber, Progress, Select } from 'antd';
import { use, useEffect, useRef, useState } from 'react';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { sendInParts } from '#lib/send-in-parts.ts';
import { files } from '#lib/shared-calls.ts';
import { Icon } from '#ui/icon.tsx';
import { acceptOf, namedByContent, uploadProblem } from '#widgets/upload-rules.ts';
import { Uploading } from '#widgets/upload-state.ts';
import './lessons.css';

const kinds = Object.entries(lessonMedia).map(([value, label]) => ({ value: value as LessonMedia, label }));
function freshKey(lessons: readonly Lesson[]): string {
  const last = lessons.map(({ key }) => Number(/^l(\d+)$/.exec(key)?.[1] ?? 0));
  return `l${Math.max(0, ...last) + 1}`;
}

/** Reads the video length in seconds. Returns null if this browser cannot play it. */
function secondsOf(file: File): Promise<number | null> {
  return new Promise((tell) => {
    const video = document.createElement('video');
    const url = URL.createObjectURL(file);
    const end = (seconds: number | null) => {
      URL.revokeObjectURL(url);
      tell(seconds);
    };
    video.preload = 'metadata';
    video.onerror = () => end(null);
    video.onloadedmetadata = () => {
      if (Number.isFinite(video.duration)) return end(Math.ceil(video.duration));
      // A video recorded in a browser reports its length only after seeking to its end.
      video.ondurationchange = () => Number.isFinite(video.duration) && end(Math.ceil(video.duration));
      video.currentTime = 1e7;
    };
    video.src = url;
  });
}

export function LessonsControl({ value, onChange, id }: ControlProps & ControlField) {
  // The form value is untyped. The form schema guarantees an array of lessons.
  const lessons = (Array.isArray(value) ? value : []) as Lesson[];
  const latest = useRef(lessons);
  // An upload may finish after a render, so it must write into the latest form value.
  useEffect(() => {
    latest.current = lessons;
  });
  const put = (next: Lesson[]) => {
    latest.current = next;
    onChange?.(next);
  };
  const change = (key: string, patch: Partial<Lesson>) =>
    put(latest.current.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const move = (at: number, by: -1 | 1) => {
    const next = [...lessons];
    next.splice(at + by, 0, ...next.splice(at, 1));
    put(next);
  };
  return (
    <div className="lessons" id={id}>
      <ol>
        {lessons.map((one, at) => (
          <li key={one.key} aria-label={`第 ${at + 1} 课`}>
            <div className="lessons-head">
              <b>{at + 1}</b>
              <Select
                aria-label={`第 ${at + 1} 课形式`}
                options={kinds}
                value={one.media}
                onChange={(media: LessonMedia) => change(one.key, { media, file: null })}
              />
              <Input
                aria-label={`第 ${at + 1} 课名称`}
                placeholder="课时名称，如 制动气压与驻车制动"
                maxLength={60}
                value={one.title}
                onChange={({ target }) => change(one.key, { title: target.value })}
              />
            </div>
            <LessonFile one={one} at={at} onChange={(patch) => change(one.key, patch)} />
            <div className="lessons-foot">
              <span className="lessons-time">
                时长
                <InputNumber
                  aria-label={`第 ${at + 1} 课时长`}
                  min={5}
                  max={maxLessonSeconds}
                  precision={0}
                  value={one.seconds}
                  disabled={one.media === 'video'}
                  suffix="秒"
                  onChange={(seconds) => change(one.key, { seconds: seconds ?? 60 })}
                />
              </span>
              <span className="lessons-acts">
                <Button type="text" size="small" disabled={at === 0} onClick={() => move(at, -1)}>
                  上移
                </Button>
                <Button type="text" size="small" disabled={at === lessons.length - 1} onClick={() => move(at, 1)}>
                  下移
                </Button>
                <Button
                  type="text"
                  size="small"
                  danger
                  aria-label={`移除第 ${at + 1} 课`}
                  onClick={() => put(lessons.filter(({ key }) => key !== one.key))}
                >
                  移除
                </Button>
              </span>
            </div>
          </li>
        ))}
      </ol>
      <Button
        type="dashed"
        block
        icon={<Icon name="plus" size={16} />}
        disabled={lessons.length >= maxLessons}
        onClick={() =>
          put([...lessons, { key: freshKey(lessons), title: '', media: 'video', seconds: 60, file: null }])
        }
      >
        添加课时
      </Button>
    </div>
  );
}

interface FileProps {
  one: Lesson;
  at: number;
  onChange: (given: Partial<Lesson>) => void;
}

/** Uploads the lesson file with progress. Reads the length of a video in the browser. */
function LessonFile({ one, at, onChange }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef(new AbortController());
  const tell = use(Uploading);
  const [share, setShare] = useState<number | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const purpose = purposeOf(one.media);
  const accept = one.media === 'video' ? acceptOf('video') : '.pdf,.png,.jpg,.jpeg';
  async function send(selection: File) {
    const file = await namedByContent(selection);
    const refused = uploadProblem(purpose, file);
    setProblem(refused);
    if (refused !== null) return;
    const seconds = one.media === 'video' ? await secondsOf(file) : one.seconds;
    if (seconds === null) return setProblem('浏览器不能播放这个视频，请转换为 H.264 编码的 mp4 后再上传');
    stop.current = new AbortController();
    setShare(0);
    tell(true);
    try {
      const { signal } = stop.current;
      const made =
        one.media === 'video'
          ? await sendInParts(file, { onProgress: setShare, onWaiting: setIsWaiting, signal })
          : await files.upload({ file, dir: purpose }, { onProgress: setShare, signal, quiet: true });
      onChange({
        file: { id: made.url.slice(made.url.lastIndexOf('/') + 1), name: made.name },
        seconds: Math.max(5, seconds),
        ...(one.title === '' ? { title: made.name.replace(/\.[^.]+$/, '').slice(0, 60) } : {}),
      });
    } catch (error) {
      if (!stop.current.signal.aborted) setProblem(error instanceof Error ? error.message : '没有传上去，请重试');
    } finally {
      setShare(null);
      setIsWaiting(false);
      tell(false);
    }
  }
  return (
    <div className="lessons-file">
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={`第 ${at + 1} 课文件`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void send(file);
        }}
      />
      {share === null ? (
        <>
          <Button icon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
            {one.file ? '重新上传' : one.media === 'video' ? '上传视频' : '上传文件'}
          </Button>
          <span title={one.file?.name}>
            {one.file?.name ?? (one.media === 'video' ? 'mp4 或 webm，不超过 200 MB' : 'pdf、png 或 jpg，不超过 20 MB')}
          </span>
        </>
      ) : (
        <>
          <Progress percent={Math.round(share * 100)} size="small" aria-label={`第 ${at + 1} 课上传进度`} />
          {isWaiting && <span role="status">网络中断，恢复后接着传</span>}
          <Button type="link" size="small" onClick={() => stop.current.abort()}>
            取消
          </Button>
        </>
      )}
      {problem && (
        <em role="alert" className="lessons-problem">
          {problem}
        </em>
      )}
    </div>
  );
}
