import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { Fragment, useId, useState } from 'react';
import { reportOf, sendErrors } from '#lib/error-calls.ts';
import { clearErrorLog, noteSent, useErrorLog, type LoggedError } from '#lib/error-log.ts';
import { Icon } from '#ui/icon.tsx';
import { Empty } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { partsOf } from './rules.ts';
import './error-dialog.css';

/** Dialog with the errors of this page. The user can view, send and clear the errors (LY-08). */
export function ErrorDialog({ onClose }: { onClose: () => void }) {
  const { message, modal } = App.useApp();
  const errors = useErrorLog();
  const unsent = errors.filter(({ sent }) => !sent);
  const send = useMutation({
    mutationFn: async () => {
      for (const part of partsOf(unsent, reportOf)) {
        await sendErrors(part);
        noteSent(part);
      }
    },
    onSuccess: () => void message.success('发送成功!'),
  });
  const askToSend = () =>
    modal.confirm({
      title: '提示',
      content: '确定上传本地日志到服务器?',
      okText: '上传',
      cancelText: '取消',
      onOk: () => send.mutate(),
    });
  const askToClear = () =>
    modal.confirm({
      title: '提示',
      content: '确定清空本地日志记录?',
      okText: '清空',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => {
        clearErrorLog();
        send.reset();
        void message.success('清空成功!');
      },
    });
  return (
    <TabModal
      open
      width="100vw"
      className="errors"
      wrapClassName="errors-wrap"
      title="本地日志"
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': '关闭' }}
    >
      <div className="errors-head">
        <p className="sub">
          页面中没有被处理的错误，只保存在这个浏览器标签页里，不含查询参数和填写的内容；上传后管理员可在日志中查看。
        </p>
        <Button
          type="primary"
          icon={<Icon name="upload" size={16} />}
          disabled={unsent.length === 0}
          loading={send.isPending}
          onClick={askToSend}
        >
          {errors.length > 0 && unsent.length === 0 ? '已上传' : '上传'}
        </Button>
        <Button danger icon={<Icon name="trash" size={16} />} disabled={errors.length === 0} onClick={askToClear}>
          清空
        </Button>
      </div>
      {send.error && <Alert type="error" showIcon title={send.error.message} />}
      {errors.length === 0 ? (
        <Empty icon="check" title="没有错误记录" />
      ) : (
        <table className="errors-table">
          <thead>
            <tr>
              <th scope="col">类型</th>
              <th scope="col">地址</th>
              <th scope="col">内容</th>
              <th scope="col">时间</th>
              <th scope="col">错误堆栈</th>
            </tr>
          </thead>
          <tbody>
            {errors.toReversed().map((error) => (
              <Row key={`${error.type} ${error.message} ${error.stack}`} error={error} />
            ))}
          </tbody>
        </table>
      )}
    </TabModal>
  );
}

function Row({ error }: { error: LoggedError }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { type, url, message, time, count, stack, info } = error;
  return (
    <Fragment>
      <tr>
        <td data-label="类型">
          <span className="errors-type">{type}</span>
          {count > 1 && <small>{count} 次</small>}
        </td>
        <td data-label="地址" className="errors-url">
          {url}
        </td>
        <td data-label="内容" className="errors-message">
          {message}
        </td>
        <td data-label="时间" className="errors-time">
          {formatInstant(new Date(time))}
        </td>
        <td>
          {(stack || info) && (
            <Button size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
              {open ? '收起' : '展开'}
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr className="errors-stack">
          <td colSpan={5}>
            <pre id={id}>{[stack, info].filter((text) => text !== '').join('\n\n')}</pre>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
