// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'sms.send': '发送短信验证码',
  'sms.check': '核对短信验证码',
};
