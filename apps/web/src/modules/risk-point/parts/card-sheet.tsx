import { dayOf } from '@anlan/contract/domain/instant';
import type { RiskCard } from '@anlan/contract/modules/risk-point/views';
import { cycleFor, cycleWords, layerWords } from '@anlan/contract/modules/risk-point/check-cycle';
import { controlKinds, type ControlKind } from '@anlan/contract/modules/risk-point/hazards-controls';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { signsFor, type Sign } from '@anlan/contract/modules/risk-point/card-signs';
import { QRCode } from 'antd';
import { levels, levelWords } from '#widgets/risk-level/level.tsx';
import { pointPath } from '../paths.ts';

const SignPicture = ({ sign: { kind, label, drawn } }: { sign: Sign }) => (
  <figure className="card-sign">
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden>
      {kind === 'warning' ? (
        <>
          <path d="M32 5 61 57H3Z" fill="#ffcc00" stroke="#111" strokeWidth="4" strokeLinejoin="round" />
          <path d={drawn} fill="#111" transform="translate(4.5 7.5) scale(.86)" />
        </>
      ) : (
        <>
          <circle cx="32" cy="32" r="29" fill="#0b55a8" />
          <path d={drawn} fill="#fff" />
        </>
      )}
    </svg>
    <figcaption>{label}</figcaption>
  </figure>
);

/** Address in the QR code at the risk point. The QR code proves presence. */
const addressOf = ({ id }: Pick<RiskPoint, 'id'>, code: string | null) =>
  `${location.origin}${pointPath(id)}${code ? `&code=${encodeURIComponent(code)}` : ''}`;

export function CardSheet({ card, point }: { card: RiskCard; point: RiskPoint }) {
  const { enterpriseName, accidents, ownerPhone, safety, code, at } = card;
  const kinds = (Object.keys(controlKinds) as ControlKind[]).filter(
    (kind) => kind !== 'emergency' && point.controls.some((one) => one.kind === kind),
  );
  const texts = (kind: ControlKind) => point.controls.filter((one) => one.kind === kind).map(({ text }) => text);
  const signs = signsFor(
    accidents.map((one) => one.code),
    texts('protection'),
  );
  return (
    <article className="card-sheet" aria-label="安全风险告知卡">
      <header>
        <div>
          <h2>安全风险告知卡</h2>
          <p>
            {enterpriseName}　{point.no}　第 {point.edition} 版
          </p>
        </div>
        <p className="card-dates">
          评估日期 {point.assessedOn}
          <br />
          下次评估 {point.nextAssessOn ?? '—'}
        </p>
      </header>
      <ol className="card-levels" aria-label="风险等级">
        {levels.map((level) => (
          <li
            key={level}
            className={`card-level card-level-${level}`}
            {...(level === point.level ? { 'aria-current': 'true' } : {})}
          >
            {level === point.level && <span aria-hidden>▶ </span>}
            {levelWords[level].word} <small>{levelWords[level].color}</small>
          </li>
        ))}
      </ol>
      <table>
        <tbody>
          <tr>
            <th scope="row">风险点</th>
            <td className="card-name">{point.name}</td>
            <th scope="row">位置</th>
            <td>{point.place}</td>
          </tr>
          <tr>
            <th scope="row">责任人</th>
            <td>
              {point.ownerName}　{ownerPhone}
            </td>
            <th scope="row">管控层级</th>
            <td>
              {layerWords[point.controlLayer]} ·{' '}
              {cycleWords(cycleFor(point.controlLayer, point.checkCycle, point.cycles))}
              检查
            </td>
          </tr>
          <tr>
            <th scope="row">主要危险</th>
            <td colSpan={3}>
              <ol>
                {point.hazards.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ol>
            </td>
          </tr>
          <tr>
            <th scope="row">可能事故</th>
            <td colSpan={3} className="card-strong">
              {accidents.map(({ label }) => label).join('、') || '—'}
            </td>
          </tr>
          <tr>
            <th scope="row">管控措施</th>
            <td colSpan={3}>
              <dl>
                {kinds.map((kind) => (
                  <div key={kind}>
                    <dt>{controlKinds[kind]}</dt>
                    <dd>{texts(kind).join('；')}</dd>
                  </div>
                ))}
              </dl>
            </td>
          </tr>
          <tr>
            <th scope="row">应急处置</th>
            <td colSpan={3}>
              <ol>
                {texts('emergency').map((text) => (
                  <li key={text}>{text}</li>
                ))}
                <li>
                  报告班组长与安全员，保护现场；有人受伤拨打 <b>120</b>，火警 <b>119</b>
                </li>
              </ol>
            </td>
          </tr>
          <tr className="card-foot">
            <td colSpan={3}>
              <div className="card-signs">
                {signs.map((sign) => (
                  <SignPicture key={sign.label} sign={sign} />
                ))}
              </div>
            </td>
            <td>
              <div className="card-code">
                <QRCode
                  aria-label="现场排查的二维码"
                  value={addressOf(point, code)}
                  size={148}
                  bordered={false}
                  color="#000"
                  bgColor="#fff"
                />
                <b>扫码检查或上报隐患</b>
                {code === null && <small>此码不能证明到点，请勿张贴</small>}
              </div>
            </td>
          </tr>
        </tbody>
      </table>
      <footer>
        <span>{safety && `安全员 ${safety.name}　${safety.phone ?? ''}`}</span>
        <span>{dayOf(at)} 打印</span>
      </footer>
    </article>
  );
}
