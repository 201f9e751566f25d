import type { Static } from 'typebox'
import type * as schema from './backups.schema.ts'
import { type EndpointReply, endpoint } from './endpoint.ts'

export type BackupValues = Static<typeof schema.BackupValues>
export type BackupBucketValues = Static<typeof schema.BackupBucketValues>
export type Backups = EndpointReply<typeof schema.read>['backups']

/** Hours between two backups: a day has a whole number of them. */
export const backupHours: readonly number[] = [1, 2, 3, 4, 6, 8, 12, 24]

/** Only the owner changes them and has their files, which hold all that the shop knows. */
export const backupsApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/admin/settings/backup',
    caller: 'admin',
    permission: 'setting.read',
    shows: ['setting', 'backup'],
    summary: 'The schedule of the backups, those that there are, and how the last one went',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/settings/backup',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change when backups are made and how many are kept',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/backup',
    caller: 'admin',
    permission: 'setting.write',
    action: 'backup.create',
    summary: 'Make a backup now, as a job; one that is under way is enough',
  }),
  file: endpoint<typeof schema.file>({
    method: 'GET',
    path: '{shop}/admin/backup/:name/file',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    summary: 'One backup as it lies in the folder; the audit and the owners are told',
  }),
  readBucket: endpoint<typeof schema.readBucket>({
    method: 'GET',
    path: '{shop}/admin/settings/backup-bucket',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'The bucket for copies of the backups, with the last four characters of its secret',
  }),
  updateBucket: endpoint<typeof schema.updateBucket>({
    method: 'PUT',
    path: '{shop}/admin/settings/backup-bucket',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change where backups are copied to, or whether they are',
  }),
  testBucket: endpoint<typeof schema.testBucket>({
    method: 'POST',
    path: '{shop}/admin/settings/backup-bucket/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_backup_bucket',
    changes: [],
    summary: 'Put a small file into a bucket, read it and remove it; nothing is saved',
  }),
}
