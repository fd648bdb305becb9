import { numberText } from '@anlan/contract/domain/number-text';
import { Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { fileProblem, type ImportSubject } from './rules.ts';

interface Props {
  subject: ImportSubject;
  onTemplate: () => Promise<void>;
  onFile: (file: File) => void;
}

export function ChooseFile({ subject, onTemplate, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const refused = fileProblem(file, subject.maxBytes);
    setProblem(refused);
    if (refused === null) onFile(file);
  };
  return (
    <>
      <p className="import-hint">
        <span>
          请按模板填写{subject.noun}，一行一{subject.counter}，表头按名称识别，列的先后不限
          {subject.identity && `；${subject.identity}一列请设为文本格式`}。
        </span>
        <Button type="link" icon={<Icon name="download" size={16} />} onClick={() => void onTemplate()}>
          下载模板
        </Button>
      </p>
      <button
        type="button"
        className={`import-drop ${over ? 'import-over' : ''}`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <Icon name="upload" size={28} />
        <b>点击选择文件，或把文件拖到这里</b>
        <span>
          .xlsx 或 .csv，不超过 {subject.maxBytes / 1024 / 1024}M、{numberText(subject.maxRows)} 行
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        onChange={({ target }) => {
          take(target.files?.[0]);
          target.value = '';
        }}
      />
      {problem && (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

export function FileProgress({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  return (
    <div className="import-progress">
      <b>正在上传 {name}</b>
      <Progress percent={Math.round(share * 100)} aria-label="上传进度" />
      <Button onClick={onCancel}>取消上传</Button>
    </div>
  );
}
