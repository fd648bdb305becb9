import { cycleFor, cycleWords, layersFrom, layerWords } from '@anlan/contract/modules/risk-point/check-cycle';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { positionNow } from '#lib/offline/shrink-photo.ts';
import { Card } from '#ui/page-head.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { CountLink } from '#widgets/count-link.tsx';
import { pointKey, points } from '../calls.ts';
import { mapPath } from '../paths.ts';
import './point.css';

/** Timeout for reading the phone position after the user pressed the button, in milliseconds. */
const askedMs = 8_000;

export function Facts({ row }: { row: RiskPoint }) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const mayLocate = row.abilities.includes('locate');
  const locate = useMutation({
    // A person at the risk point stores the phone position as the position of the point. Later checks are compared with
    // this position.
    async mutationFn() {
      const place = await positionNow(askedMs);
      if (!place) throw new Error('没有取得位置，请允许浏览器定位');
      await points.locate(
        {
          id: row.id,
          version: row.version,
          lng: Number(place.longitude),
          lat: Number(place.latitude),
          accuracy: place.accuracy,
        },
        { quiet: true },
      );
      await client.invalidateQueries({ queryKey: pointKey });
    },
    onSuccess: () => void message.success('已记录风险点位置'),
    onError: (error) => void message.error(error.message),
  });
  const entry = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <Card title="基本情况">
      <dl className="point-facts">
        {entry('类型', <DictText type="riskPointKind" value={row.kind} />)}
        {entry('责任部门', row.department)}
        {row.stationName && entry('场站', row.stationName)}
        {entry('管控层级', layerWords[row.controlLayer])}
        {entry(
          '检查周期',
          <ul className="point-plain">
            {layersFrom(row.controlLayer).map((layer) => (
              <li key={layer}>
                {layerWords[layer]} {cycleWords(cycleFor(layer, row.checkCycle, row.cycles))}
              </li>
            ))}
          </ul>,
        )}
        {entry('检查表', row.checklistName ?? '逐条检查管控措施')}
        {entry('评估日期', row.assessedOn)}
        {row.approvedBy && entry('批准', `${row.approvedBy}，${row.approvedOn ?? ''}`)}
        {entry(
          '未销号隐患',
          <CountLink
            to={
              (row.openDangers ?? 0) > 0
                ? `/bus/enterpriseexpinfo1/index?tab=all&unclosed=true&riskPointId=${row.id}`
                : null
            }
          >
            {row.openDangers ?? 0}
          </CountLink>,
        )}
        {entry('图上位置', row.planName ? <Link to={mapPath(row.enterpriseId)}>{row.planName}</Link> : '还没有上图')}
        {(row.lat !== null || mayLocate) &&
          entry(
            '定位',
            <span className="point-located">
              {row.lat === null || row.lng === null ? '还没有记录' : `${row.lng.toFixed(5)}，${row.lat.toFixed(5)}`}
              {mayLocate && (
                <Button size="small" loading={locate.isPending} onClick={() => locate.mutate()}>
                  {row.lat === null ? '以本机位置为准' : '更新'}
                </Button>
              )}
            </span>,
          )}
        {row.analysisObject &&
          entry('分析对象', [row.analysisObject, row.analysisUnit, row.riskEvent].filter(Boolean).join(' / '))}
      </dl>
    </Card>
  );
}
