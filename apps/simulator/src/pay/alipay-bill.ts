// Builds Alipay's bill: an archive with two tables in GBK.
import { crc32, deflateRawSync } from 'node:zlib';
import { begins, dayOf, momentText, yuan, type BillRow } from './bills.ts';
import { gbk } from './gbk.ts';

const alipayHeading =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

function alipayBill(rows: readonly BillRow[], of: { sellerId: string; day: string }): Buffer {
  const body = rows.map(({ kind, ...row }) => {
    const sign = kind === 'payment' ? '' : '-';
    const money = `${sign}${yuan(row.amountFen)}`;
    return [
      row.tradeNo,
      row.outTradeNo,
      kind === 'payment' ? '交易' : '退款',
      row.subject,
      momentText(row.at),
      momentText(row.at),
      '',
      '',
      '',
      '',
      '*晨光(158****0000)',
      money,
      money,
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '',
      '0.00',
      '0.00',
      row.outRefundNo,
      '0.00',
      '0.00',
      '',
    ]
      .map((cell) => `${cell}\t`)
      .join(',');
  });
  const days = `#起始日期：[${of.day} 00:00:00]   终止日期：[${dayOf(begins(of.day) + 86_400_000)} 00:00:00]`;
  const top = [
    '#支付宝业务明细查询',
    `#账号：[${of.sellerId}0156]`,
    days,
    '#-----------------------------------------业务明细列表----------------------------------------',
  ];
  const end = [
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${rows.length}笔`,
  ];
  return gbk(`${[...top, alipayHeading, ...body, ...end].join('\r\n')}\r\n`);
}
const alipaySums = '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）\r\n合计\t,,0,0,0.00\r\n';

const number = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 2) buffer.writeUInt16LE(value);
  else buffer.writeUInt32LE(value);
  return buffer;
};
function zipOf(files: readonly { name: Buffer; data: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data } of files) {
    const packed = deflateRawSync(data, { level: 1 });
    const facts = Buffer.concat([
      number(2, 20),
      number(2, 0),
      number(2, 8),
      number(4, 0),
      number(4, crc32(data)),
      number(4, packed.length),
      number(4, data.length),
      number(2, name.length),
      number(2, 0),
    ]);
    parts.push(number(4, 0x04034b50), facts, name, packed);
    directory.push(
      number(4, 0x02014b50),
      number(2, 20),
      facts,
      number(2, 0),
      number(2, 0),
      number(2, 0),
      number(4, 0),
      number(4, at),
      name,
    );
    at += 4 + facts.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = [
    number(4, 0x06054b50),
    number(4, 0),
    number(2, files.length),
    number(2, files.length),
    number(4, list.length),
    number(4, at),
    number(2, 0),
  ];
  return Buffer.concat([...parts, list, ...end]);
}

export const alipayArchive = (rows: readonly BillRow[], of: { sellerId: string; day: string }): Buffer =>
  zipOf([
    { name: gbk(`${of.sellerId}_${of.day.replaceAll('-', '')}_业务明细(汇总).csv`), data: gbk(alipaySums) },
    { name: gbk(`${of.sellerId}_${of.day.replaceAll('-', '')}_业务明细.csv`), data: alipayBill(rows, of) },
  ]);
