import { measureKinds } from '@anlan/contract/modules/enforcement/resource';
import { QRCode } from 'antd';
import type { ReactNode } from 'react';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import type { NoticePaper } from '../../../modules/enforcement/calls.ts';
import { noticeOf } from '../../../modules/enforcement/places.ts';
import { Seal } from './seal.tsx';

type Words = { title: string; before: ReactNode; after: ReactNode };
const dayWords = (day: string) => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year} 年 ${month} 月 ${date} 日`;
};
const Blank = ({ children }: { children?: ReactNode }) => <u className="paper-blank">{children ?? '　　　　　　'}</u>;
const localDay = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The division that an authority is named after; where the name says none, it is left to be filled in by hand. */
const divisionOf = (authority: string) => /^(.{1,12}?[省市区县旗州])/.exec(authority)?.[1];

/** The sentences of each kind of paper. */
function wordsOf(paper: NoticePaper): Words {
  const { notice, authority, inspectedAt } = paper;
  const due = <Blank>{dayWords(notice.dueOn)}</Blank>;
  const found = (
    <p>
      本机关执法人员于 <Blank>{dayWords(localDay(inspectedAt ?? notice.issuedAt))}</Blank> 对你单位
      {notice.place && (
        <>
          {' '}
          <Blank>{notice.place}</Blank>{' '}
        </>
      )}
      进行检查，发现存在下列问题：
    </p>
  );
  const division = divisionOf(authority);
  const appeal = (
    <p>
      如果不服本{notice.kind === 'order' ? '指令' : '决定'}，可以依法在 60 日内向{' '}
      <Blank>{division && `${division}人民政府`}</Blank> 申请行政复议，或者在 6 个月内依法向{' '}
      <Blank>{division && `${division}人民法院`}</Blank> 提起诉讼，但本{notice.kind === 'order' ? '指令' : '决定'}
      不停止执行，法律另有规定的除外。
    </p>
  );
  const numbers = notice.items.map((_, at) => at + 1).join('、');
  switch (notice.kind) {
    case 'order':
      return {
        title: '责令限期整改指令书',
        before: found,
        after: (
          <>
            <p>
              现责令你单位对上述第 <Blank>{numbers}</Blank> 项问题于 {due}{' '}
              前整改完毕，达到有关法律法规规章和标准规定的要求。由此造成事故的，依法追究有关人员的责任。
            </p>
            <p>整改期间，你单位应当采取措施，确保安全生产。对安全生产违法行为，将依法予以行政处罚。</p>
            {appeal}
          </>
        ),
      };
    case 'onSiteDecision':
      return {
        title: '现场处理措施决定书',
        before: found,
        after: (
          <>
            <p>以上存在的问题无法保证安全生产，现作出以下现场处理措施决定：</p>
            <ol className="paper-measures">
              {notice.measures.map(({ kind, scope, dueOn }, at) => (
                // Measures of a paper have no name of their own; their order never changes.
                <li key={at}>
                  {measureKinds[kind]}：{scope}
                  {dueOn && `，于 ${dayWords(dueOn)} 前完成`}；
                </li>
              ))}
            </ol>
            <p>隐患排除后，经审查同意，方可恢复生产经营和使用。</p>
            {appeal}
          </>
        ),
      };
    case 'siteRecord':
      return { title: '现场检查记录', before: found, after: <p>以上情况已向被检查单位说明。</p> };
    case 'recheck':
      return {
        title: '整改复查意见书',
        before: <p>本机关对你单位整改情况进行复查，提出如下意见：</p>,
        after: <p>请于 {due} 前按上述意见办理并回复。</p>,
      };
    case 'interview':
      return {
        title: '约谈通知书',
        before: <p>因下列事项，现约谈你单位主要负责人：</p>,
        after: <p>请于 {due} 前按通知要求参加约谈，并提交书面情况说明。</p>,
      };
    default:
      return {
        title: '提醒函',
        before: <p>为防范生产安全事故，现就下列事项提醒你单位：</p>,
        after: <p>请于 {due} 前落实并回复。</p>,
      };
  }
}

/** A notice on A4, ink on white in every theme. */
export function Paper({ paper }: { paper: NoticePaper }) {
  const { notice, authority, check } = paper;
  const { title, before, after } = wordsOf(paper);
  const party = notice.signatures.filter(({ role }) => role === 'party');
  const signed = (name: string) => notice.signatures.find((one) => one.role === 'inspector' && one.name === name)?.file;
  const issued = dayWords(localDay(notice.issuedAt));
  return (
    <article className="paper" aria-label={title} lang="zh-CN">
      <header>
        <p className="paper-authority">{authority}</p>
        <h2>{title}</h2>
        <p className="paper-no">{notice.no}</p>
      </header>
      <p className="paper-whom">
        <Blank>{notice.enterpriseName}</Blank>：
      </p>
      {before}
      {notice.items.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">序号</th>
              <th scope="col">{notice.kind === 'order' || notice.kind === 'onSiteDecision' ? '存在的问题' : '事项'}</th>
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
      {after}
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
        <Seal />
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
            <b>扫码签收、逐项回复并上传整改证据</b>　核验码 {check}
          </p>
          {party.length === 0 && <p>拒绝签名的，由执法人员在此注明：□ 拒绝签名　理由　__________________________</p>}
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
