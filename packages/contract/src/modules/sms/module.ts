// What this module adds to the product: permits, call names, menu entries, rights of preset roles.

export const callNames = { 'sms.send': '发送短信验证码', 'sms.check': '核对短信验证码' };
