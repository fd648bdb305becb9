import { scoreParts, type Judgement, type ScoreCard as Card } from '@anlan/contract/modules/score/score';
import { Link } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { CountLink } from '../count-link.tsx';
import { asOfText, colorWords, countedText, scoreText, sinceText, whyText } from './rules.ts';
import './score.css';

const ColorBlock = ({ color }: Pick<Judgement, 'color'>) => (
  <span className={`colour-block tone-${color === 'unrated' ? 'grey' : color}`}>
    <b>{color === 'unrated' ? '—' : colorWords[color]}</b>
    <small>{color === 'unrated' ? '未评' : '企业四色'}</small>
  </span>
);

export function ScoreCard({ card, page }: { card: Card; page: string | null }) {
  const since = sinceText(card);
  return (
    <section className="card score-card" aria-label="安全分">
      <div>
        <div className="score-head">
          <ColorBlock color={card.color} />
          <div>
            <span className="tile-label">安全分</span>
            <strong className={card.score === null ? 'none' : ''}>
              <CountLink to={page} meaning="各项得分之和，满分 100；点开看每一项怎么算">
                {scoreText(card.score)}
              </CountLink>
            </strong>
            <small>
              {[since, card.cap && `${card.cap.text}，最高 ${card.cap.most} 分`].filter(Boolean).join('；')}
            </small>
          </div>
        </div>
        <ColorReasons of={card} />
      </div>
      <ScoreParts of={card} note={asOfText(card.asOf)} minParts={card.rules.minParts} />
      <NextActs of={card} />
    </section>
  );
}

export function ColorReasons({ of }: { of: Judgement }) {
  return (
    <div className="colour-reasons">
      <p className="colour-why">{whyText(of)}</p>
      {of.reasons.length === 0 ? (
        <p>
          {of.color === 'unrated'
            ? '还没有隐患，也还没有填写有效期，所以不评颜色。'
            : '没有超期的隐患，没有过期的证照和设备。'}
        </p>
      ) : (
        <ul>
          {of.reasons.map(({ text, color, href }) => (
            <li key={text} className={`reason-${color}`}>
              <CountLink to={href}>{text}</CountLink>
            </li>
          ))}
        </ul>
      )}
      {of.toBetter && <p>{of.toBetter}</p>}
    </div>
  );
}

export function ScoreParts({ of, note, minParts }: { of: Judgement; note: string; minParts: number }) {
  return (
    <div className="score-parts">
      <h2>
        得分构成 <small>{note}</small>
      </h2>
      <ul>
        {of.parts.map(({ key, most, points, note: noteText, href }) => (
          <li key={key} className={most === null ? 'out' : ''} title={scoreParts[key].definition}>
            <span>{scoreParts[key].label}</span>
            <i aria-hidden="true">
              <i style={{ width: `${points === null || of.score === null || !most ? 0 : (100 * points) / most}%` }} />
            </i>
            <b>
              {points === null || of.score === null ? (
                '—'
              ) : (
                <>
                  <CountLink to={href} meaning={scoreParts[key].definition}>
                    {points.toFixed(1)}
                  </CountLink>
                  <small> / {most?.toFixed(1)}</small>
                </>
              )}
            </b>
            <em title={points === null ? undefined : noteText}>{points === null ? '没有数据' : noteText}</em>
          </li>
        ))}
      </ul>
      <p>{countedText(of.parts, minParts)}</p>
    </div>
  );
}

function NextActs({ of }: { of: Judgement }) {
  return (
    <div className="next-acts">
      <h2>
        接下来做什么最有用 <small>{of.acts.some(({ gain }) => gain !== null) ? '加分各自单独计算' : ''}</small>
      </h2>
      {of.acts.length === 0 ? (
        <p>
          {of.score === null
            ? '有了隐患整改和有效期的数据后，这里会列出最有用的事。'
            : '已计入的各项没有可以再加分的事。'}
        </p>
      ) : (
        <ol>
          {of.acts.map(({ text, note, gain, href }, at) => {
            const body = (
              <>
                <i>{at + 1}</i>
                <span>
                  {text}
                  <small>{note}</small>
                </span>
                <b>{gain === null ? '' : `+${gain.toFixed(1)}`}</b>
                {href && <Icon name="right" size={14} />}
              </>
            );
            return <li key={text}>{href ? <Link to={href}>{body}</Link> : <div>{body}</div>}</li>;
          })}
        </ol>
      )}
    </div>
  );
}
