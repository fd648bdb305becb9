import { dateInWords, paperText, type PaperLine } from '@anlan/contract/modules/enforcement/notice-paper';
import { QRCode } from 'antd';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import type { NoticePaper } from '../calls.ts';
import { noticeOf } from '../paths.ts';

/** Draws a demonstration stamp with the text 非真实印章. */
const DemoStamp = () => (
  <svg className="paper-seal" viewBox="0 0 120 120" role="img" aria-label="演示印章，非真实印章">
    <circle cx="60" cy="60" r="56" fill="none" stroke="#c81e1e" strokeWidth="3" />
    <path
      d="m60 40 5.900 13.600 14.700 1.300-11.100 9.700 3.300 14.400L60 71.400 47.200 79l3.300-14.400-11.100-9.700 14.700-1.300z"
      fill="#c81e1e"
    />
    <defs>
      <path id="seal-arc" d="M14 60a46 46 0 0 1 92 0" />
    </defs>
    <text fill="#c81e1e" fontSize="11" fontWeight="700" letterSpacing="3">
      <textPath href="#seal-arc" startOffset="50%" textAnchor="middle">
        演示印章·非真实印章
      </textPath>
    </text>
  </svg>
);

const Blank = ({ text }: { text: string | null }) => <u className="paper-blank">{text ?? '　　　　　　'}</u>;
/** Lines of an enforcement document. They have no id, so their index is the React key; their order never changes. */
const Lines = ({ of }: { of: readonly PaperLine[] }) =>
  of.map((line, row) => (
    <p key={row}>{line.map((part, at) => (typeof part === 'string' ? part : <Blank key={at} text={part.blank} />))}</p>
  ));

/** An enforcement notice on an A4 page. It is black on white in every theme. */
export function Paper({ paper }: { paper: NoticePaper }) {
  const { notice, authority, check } = paper;
  const { title, matters, before, after, measures, withdrawn } = paperText(paper);
  const party = notice.signatures.filter(({ role }) => role === 'party');
  const signed = (name: string) => notice.signatures.find((one) => one.role === 'inspector' && one.name === name)?.file;
  const issued = dateInWords(notice.issuedAt);
  return (
    <article className="paper" aria-label={title} lang="zh-CN">
      <header>
        <p className="paper-authority">{authority}</p>
        <h2>{title}</h2>
        <p className="paper-no">{notice.no}</p>
      </header>
      {withdrawn && (
        <div className="paper-withdrawn">
          <b>已撤销</b>
          <p>{withdrawn}</p>
        </div>
      )}
      <p className="paper-whom">
        <Blank text={notice.enterpriseName} />：
      </p>
      <Lines of={before} />
      {notice.items.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">序号</th>
              <th scope="col">{matters}</th>
              <th scope="col">依据条款</th>
              <th scope="col">证据</th>
            </tr>
          </thead>
          <tbody>
            {notice.items.map(({ key, text, clause, photos = [] }, at) => (
              <tr key={key}>
                <td>{at + 1}</td>
                <td>{text}</td>
                <td>{clause ?? ''}</td>
                <td>{photos.length > 0 ? `照片 ${photos.length} 张` : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notice.basis && <p>依据：{notice.basis}</p>}
      {measures.length > 0 && (
        <>
          <Lines of={after.slice(0, 1)} />
          <ol className="paper-measures">
            {measures.map((measure, at) => (
              // Measures have no id, so their index is the React key. Their order never changes.
              <li key={at}>{measure}</li>
            ))}
          </ol>
        </>
      )}
      <Lines of={measures.length > 0 ? after.slice(1) : after} />
      {notice.inspectors.length > 0 && (
        <div className="paper-signs">
          {notice.inspectors.map(({ name, paperNo }, at) => (
            <div key={name}>
              <span>{at === 0 ? '行政执法人员（签名）：' : ''}</span>
              <Sign name={name} file={signed(name) ?? null} />
              <span>证号：{paperNo ?? ''}</span>
            </div>
          ))}
          {party.map(({ name, file, refused }) => (
            <div key={name}>
              <span>被检查单位负责人（签名）：</span>
              {refused ? <em>拒绝签名，原因：{refused}</em> : <Sign name={name} file={file} />}
              <span>{issued}</span>
            </div>
          ))}
        </div>
      )}
      <div className="paper-end">
        <DemoStamp />
        <p>{authority}</p>
        <p>{issued}</p>
      </div>
      <footer>
        <QRCode
          type="svg"
          value={`${location.origin}${noticeOf(notice.id)}`}
          size={82}
          bordered={false}
          color="#000"
          bgColor="#fff"
          errorLevel="M"
          aria-label="二维码：在系统中签收和回复"
        />
        <div>
          <p>
            {!withdrawn && <b>扫码签收、逐项回复并上传整改证据　</b>}核验码 {check}
          </p>
          {party.length === 0 && !withdrawn && (
            <p>拒绝签名的，由执法人员在此注明：□ 拒绝签名　理由　__________________________</p>
          )}
          <p>本文书一式两份：一份由本机关备案，一份交被检查单位。</p>
        </div>
      </footer>
    </article>
  );
}

const Sign = ({ name, file }: { name: string; file: { id: string } | null }) =>
  file ? (
    <span className="paper-sign">
      <StoredPicture url={`/upms/file/${file.id}`} label={`${name}的签名`} />
    </span>
  ) : (
    <span className="paper-sign">{name}</span>
  );
