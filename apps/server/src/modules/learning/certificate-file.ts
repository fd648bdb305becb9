// The training certificate as A4 PDF.
import type { CertificateView } from '@anlan/contract/modules/learning/views';
import type { PdfPaper } from '#platform/pdf/index.ts';

const margin: [number, number, number, number] = [0, 6, 0, 4];

export function certificatePaper(view: CertificateView, address: string): PdfPaper {
  const rows: [string, string][] = [
    ['姓名', view.holder],
    ['所在单位', view.enterpriseName],
    ['培训内容', view.course],
    ['学时', `${view.hours} 学时`],
    ['发证日期', view.issuedOn],
    ['有效期至', view.validTo ?? '长期'],
    ['证书编号', view.no],
  ];
  return {
    title: `培训合格证 ${view.no}`,
    author: view.enterpriseName,
    foot: `培训合格证　${view.no}`,
    content: [
      { text: '安全生产教育培训合格证', fontSize: 22, bold: true, alignment: 'center', margin: [0, 60, 0, 40] },
      {
        table: {
          widths: [110, '*'],
          body: rows.map(([label, text]) => [
            { text: label, bold: true, margin },
            { text, margin },
          ]),
        },
        fontSize: 13,
      },
      {
        margin: [0, 36, 0, 0],
        columns: [
          { stack: [{ qr: address, fit: 130, eccLevel: 'M' }], width: 160 },
          {
            width: '*',
            stack: [
              { text: '扫码可查证书当前是否有效、已过期或已吊销，以查到的为准。', margin: [0, 8, 0, 24] },
              { text: `发证单位（盖章）：${view.enterpriseName}` },
              { text: `日期：${view.issuedOn}` },
            ],
          },
        ],
      },
    ],
  };
}
