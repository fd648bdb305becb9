import { wxFollowerListing } from '@anlan/contract/modules/wx-follower/listing';
import { expect, test } from 'vitest';
import { changesOf, formOf } from '#kit/field-rules.ts';

// The server shows no employee whom the caller may not see.
const follower = { nickName: '微信用户ab12', remark: null, tags: ['常客'], employeeId: null, employeeName: null };

test('a changed remark is sent alone, so a hidden employee stays bound', () => {
  const before = formOf(wxFollowerListing, follower);
  expect(Object.keys(before)).toEqual(['remark', 'tags', 'employeeId']);
  expect(changesOf(wxFollowerListing, before, { ...before, remark: '安全员' })).toEqual({ remark: '安全员' });
});

test('a cleared employee is sent as null', () => {
  const before = { ...formOf(wxFollowerListing, follower), employeeId: '0190' };
  expect(changesOf(wxFollowerListing, before, { ...before, employeeId: null })).toEqual({ employeeId: null });
});
