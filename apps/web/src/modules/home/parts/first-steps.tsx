import type { FirstStep } from '@anlan/contract/modules/home/home';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { Icon } from '#ui/icon.tsx';
import { useIsReachable } from './use-in-menu.ts';
import './first-steps.css';

export function FirstSteps({ steps: all, officerName }: { steps: readonly FirstStep[]; officerName: string | null }) {
  const reaches = useIsReachable();
  const steps = all.filter(({ href }) => reaches(href));
  const done = steps.filter((step) => step.done).length;
  const minutes = steps.reduce((sum, step) => sum + (step.done ? 0 : step.minutes), 0);
  const next = steps.find((step) => !step.done);
  return (
    <section className="card first-steps" aria-label="开始使用">
      <header>
        <div>
          <h2>补齐 {steps.length} 项，就能开始日常工作</h2>
          <small>还需约 {minutes} 分钟，可随时离开；填过的会同时进入档案和预警，不再填第二遍</small>
        </div>
        <label>
          <span>
            已完成 <b>{done}</b> / {steps.length} <small>“无”也算完成</small>
          </span>
          <progress max={steps.length} value={done} />
        </label>
      </header>
      <ol>
        {steps.map((step, at) => (
          <li key={step.key} className={step === next ? 'next' : ''}>
            <i className={step.done ? 'done' : ''} aria-hidden="true">
              {step.done ? <Icon name="check" size={14} /> : at + 1}
            </i>
            <span>
              {step.label}
              <small>{step.note}</small>
            </span>
            {step.done ? (
              <em>已完成</em>
            ) : (
              <span className="go">
                <small>约 {step.minutes} 分钟</small>
                <Link
                  className={step === next ? 'btn main' : 'link'}
                  to={step.href}
                  state={startsFresh}
                  aria-label={`去填写：${step.label}`}
                >
                  去填写
                </Link>
              </span>
            )}
          </li>
        ))}
      </ol>
      {officerName && <p>想请人帮忙？监管责任人 {officerName}。</p>}
      <p>安全分：数据不足。7 项里至少 3 项有数据才计分，没有数据时不评颜色。</p>
    </section>
  );
}
