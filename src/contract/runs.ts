import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './runs.schema.ts'

export type Run = Static<typeof schema.Run>
export type RunEntry = Static<typeof schema.RunEntry>

/** The permission of the action is asked for by the handler; others' runs need `job.manage`. */
export const adminRunApi = {
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/run',
    caller: 'admin',
    permission: 'self',
    action: 'run.create',
    summary: 'Change many entries at once, as a job (honours Idempotency-Key)',
  }),
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/runs',
    caller: 'admin',
    permission: 'self',
    shows: ['import'],
    summary: "One page of the runs of the last 30 days, newest first: one's own, or all",
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/admin/run/:id',
    caller: 'admin',
    permission: 'self',
    summary: 'A run and one page of its entries, of one state when it is given',
  }),
  cancel: endpoint<typeof schema.cancel>({
    method: 'POST',
    path: '{shop}/admin/run/:id/cancel',
    caller: 'admin',
    permission: 'self',
    action: 'run.cancel',
    summary: 'Stop a run; what is changed stays',
    ignoresBody: true,
  }),
  undo: endpoint<typeof schema.undo>({
    method: 'POST',
    path: '{shop}/admin/run/:id/undo',
    caller: 'admin',
    permission: 'self',
    action: 'run.undo',
    summary: 'Undo a run: what nobody has changed since is as it was',
    ignoresBody: true,
  }),
}
