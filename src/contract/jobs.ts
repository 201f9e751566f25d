import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './jobs.schema.ts'

export type FailedJob = Static<typeof schema.list.reply>['jobs'][number]

export const adminJobApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/jobs',
    caller: 'admin',
    permission: 'job.manage',
    shows: ['job'],
    summary: 'One page of failed jobs, last failure first',
  }),
  retry: endpoint<typeof schema.retry>({
    method: 'POST',
    path: '{shop}/admin/job/:id/retry',
    caller: 'admin',
    permission: 'job.manage',
    action: 'job.retry',
    summary: 'Run a failed job again',
    ignoresBody: true,
  }),
  end: endpoint<typeof schema.end>({
    method: 'DELETE',
    path: '{shop}/admin/job/:id',
    caller: 'admin',
    permission: 'job.manage',
    action: 'job.end',
    summary: 'Give a failed job up',
    ignoresBody: true,
  }),
}
