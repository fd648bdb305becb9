import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import { riskLevels } from '@anlan/contract/modules/risk-point/risk-methods';
import './level.css';

export const levelWords: Readonly<Record<RiskLevel, { word: string; short: string; color: string }>> = {
  major: { word: '重大风险', short: '重大', color: '红' },
  considerable: { word: '较大风险', short: '较大', color: '橙' },
  general: { word: '一般风险', short: '一般', color: '黄' },
  low: { word: '低风险', short: '低', color: '蓝' },
};
export const levels = riskLevels;

/**
 * The shape of a risk level in a box of 24 by 24: diamond, triangle, square or circle. So the level is clear without
 * its colour.
 */
export function LevelShape({ level, className = '' }: { level: RiskLevel; className?: string }) {
  const kind = `level-shape level-${level} ${className}`;
  switch (level) {
    case 'major':
      return <path className={kind} d="M12 1 23 12 12 23 1 12Z" />;
    case 'considerable':
      return <path className={kind} d="M12 1.5 23 22H1Z" />;
    case 'general':
      return <rect className={kind} x="2.5" y="2.5" width="19" height="19" rx="2" />;
    case 'low':
      return <circle className={kind} cx="12" cy="12" r="10.5" />;
  }
}

export const LevelIcon = ({ level, size = 16, text }: { level: RiskLevel; size?: number; text?: string | number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" className="level-icon" aria-hidden>
    <LevelShape level={level} />
    {text !== undefined && (
      <text x="12" y={level === 'considerable' ? 19 : 16.4} className={`level-no level-no-${level}`}>
        {text}
      </text>
    )}
  </svg>
);

export const LevelMark = ({ level, whole = false }: { level: RiskLevel | null; whole?: boolean }) =>
  level === null ? (
    <span className="level-none">未评价</span>
  ) : (
    <span className={`level-mark level-word-${level}`}>
      <LevelIcon level={level} />
      {whole ? levelWords[level].word : levelWords[level].short}
    </span>
  );
