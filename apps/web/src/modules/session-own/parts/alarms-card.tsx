import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { alarmsKey, confirmAlarm, uncheckedAlarms } from '../calls.ts';

/** Security alarms that nobody has checked. A to-do links here. */
export function AlarmsCard() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const readsLog = useHasPermit('sys:log:index');
  const { data = [] } = useQuery(uncheckedAlarms);
  const confirm = useMutation({
    mutationFn: confirmAlarm,
    onSuccess: () => void message.success('已记为核实'),
    onSettled: () => {
      void refreshRedDots();
      return Promise.all([alarmsKey, ['todo']].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  if (data.length === 0) return null;
  return (
    <section className="card online-alarms" aria-label="安全告警">
      <h2>
        安全告警 <small>待核实；可疑的登录请强制下线</small>
        {readsLog && (
          <Link className="link" to="/upms/log/index">
            看日志
          </Link>
        )}
      </h2>
      <ul>
        {data.map(({ id, note, at }) => (
          <li key={id}>
            <span>{note}</span>
            <small>{formatInstant(at).slice(5, 16)}</small>
            <Button
              size="small"
              aria-label={`已核实：${note}`}
              disabled={confirm.isPending}
              onClick={() => confirm.mutate(id)}
            >
              已核实
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
