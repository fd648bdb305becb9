import { formatInstant } from '@anlan/contract/domain/instant';
import type { ExamPaper, ExamResult, ExamReview, PaperQuestion } from '@anlan/contract/modules/learning/exam';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { clockText } from '#widgets/duration.ts';
import { learning, learningKey } from '../calls.ts';
import '../exam.css';

const judged = ['对', '错'];

/** An exam. The remaining time follows the server's clock. */
export function Exam({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const client = useQueryClient();
  const begin = useMutation({ mutationFn: () => learning.examBegin({ id: taskId }, { quiet: true }) });
  const [result, setResult] = useState<ExamResult | null>(null);
  const { mutate } = begin;
  useEffect(() => mutate(), [mutate]);
  const done = (how: ExamResult) => {
    setResult(how);
    void client.invalidateQueries({ queryKey: learningKey });
  };
  return (
    <TabModal open title="考试" onCancel={onClose} footer={null} width={720} maskClosable={false}>
      {begin.error && <LoadFailed error={begin.error} onRetry={() => mutate()} />}
      {!begin.error && !begin.data && <Skeleton height={240} />}
      {begin.data && !result && <Paper paper={begin.data} onDone={done} />}
      {result && <How result={result} onClose={onClose} />}
    </TabModal>
  );
}

function Paper({ paper, onDone }: { paper: ExamPaper; onDone: (result: ExamResult) => void }) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map());
  const [left, setLeft] = useState(paper.secondsLeft);
  const submit = useMutation({
    mutationFn: () =>
      learning.examSubmit(
        { id: paper.id, answers: [...answers].map(([id, answer]) => ({ id, answer })) },
        { quiet: true },
      ),
    onSuccess: onDone,
  });
  const { mutate, isPending } = submit;
  const sent = useRef(false);
  useEffect(() => {
    const until = performance.now() + paper.secondsLeft * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.round((until - performance.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [paper.secondsLeft]);
  // When time is up, submit the answers given so far.
  useEffect(() => {
    if (left > 0 || sent.current) return;
    sent.current = true;
    mutate();
  }, [left, mutate]);
  const open = paper.questions.filter(({ id }) => !answers.get(id)).length;
  return (
    <div className="exam">
      <p className="exam-head">
        <span>
          共 {paper.questions.length} 题，合格分 {paper.passScore}
        </span>
        <b className={left < 60 ? 'bad' : ''} role="timer">
          剩余 {clockText(left * 1000)}
        </b>
      </p>
      <ol>
        {paper.questions.map((one, at) => (
          <li key={one.id}>
            <Question
              one={one}
              at={at}
              value={answers.get(one.id) ?? ''}
              onChange={(answer) => setAnswers((all) => new Map(all).set(one.id, answer))}
            />
          </li>
        ))}
      </ol>
      {submit.error && (
        <p role="alert" className="bad">
          {submit.error.message}
        </p>
      )}
      <Button type="primary" block size="large" loading={isPending} disabled={open > 0} onClick={() => mutate()}>
        {open > 0 ? `还有 ${open} 题没有作答` : '交卷'}
      </Button>
    </div>
  );
}

interface QuestionProps {
  one: PaperQuestion;
  at: number;
  value: string;
  onChange: (answer: string) => void;
}
const words = { single: '单选', multiple: '多选', judge: '判断' } as const;

function Question({ one, at, value, onChange }: QuestionProps) {
  const label = `第 ${at + 1} 题`;
  const options =
    one.form === 'judge'
      ? judged.map((word) => ({ value: word, label: word }))
      : one.options.map(({ letter, text }) => ({ value: letter, label: `${letter}. ${text}` }));
  return (
    <fieldset aria-label={label}>
      <legend>
        {at + 1}. <small>{words[one.form]}</small> {one.stem}
      </legend>
      {one.form === 'multiple' ? (
        <Checkbox.Group
          options={options}
          value={[...value]}
          onChange={(letters) => onChange(letters.map(String).toSorted().join(''))}
        />
      ) : (
        <Radio.Group options={options} value={value} onChange={({ target }) => onChange(String(target.value))} />
      )}
    </fieldset>
  );
}

/** The last paper, read again after the exam. */
export function Review({ review }: { review: ExamReview }) {
  const { questions, score, submittedAt, wrong } = review;
  return (
    <section className="card player-end" aria-label="答卷回看">
      <h2>答卷回看</h2>
      <p>
        {formatInstant(submittedAt).slice(0, 16)} 交卷，{score} 分，{questions} 题中答对 {questions - wrong.length} 题。
      </p>
      <Wrong answers={wrong} />
    </section>
  );
}

const Wrong = ({ answers }: { answers: ExamResult['wrong'] }) =>
  answers.length > 0 && (
    <ul className="exam-wrong">
      {answers.map((one) => (
        <li key={one.stem}>
          {one.stem}
          <small>
            您答 {one.given || '未答'}，正确答案 {one.answer}
            {one.explanation && `。${one.explanation}`}
          </small>
        </li>
      ))}
    </ul>
  );

function How({ result, onClose }: { result: ExamResult; onClose: () => void }) {
  return (
    <div className="exam exam-how" role="status">
      <b className={result.passed ? 'good' : 'bad'}>{result.late ? '已超时' : `${result.score} 分`}</b>
      <p>
        {result.passed
          ? result.status === 'signPending'
            ? '考试合格。请关闭本窗口并签名，签名后培训完成'
            : `考试合格，培训已完成。合格证编号 ${result.certificateNo ?? ''}`
          : result.left > 0
            ? `没有合格，还可以补考 ${result.left} 次`
            : '没有合格，补考次数已用完，请联系安全管理人员'}
      </p>
      <Wrong answers={result.wrong} />
      <Button onClick={onClose}>关闭</Button>
    </div>
  );
}
