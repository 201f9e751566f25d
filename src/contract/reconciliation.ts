import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './reconciliation.schema.ts'

export type Difference = Static<typeof schema.Difference>
export type DifferenceKind = Difference['kind']
export type GatewayCallback = Static<typeof schema.Callback>
export type Settlement = Static<typeof schema.Settlement>
export type SettlementLine = Static<typeof schema.SettlementLine>
export type SettlementResult = SettlementLine['result']
export type SettlementColumns = Static<typeof schema.SettlementColumns>

const access = { caller: 'admin', permission: 'payment.record' } as const

export const adminReconciliationApi = {
  list: endpoint<typeof schema.list>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/reconciliation',
    shows: ['reconciliation', 'settlement', 'payment', 'refund', 'order'],
    summary: 'One page of what does not agree in the books, oldest first; or of what was settled',
  }),
  check: endpoint<typeof schema.check>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/reconciliation/check',
    action: 'reconciliation.check',
    summary: 'Check the books now, as every night: by a job, whose end `checked_at` tells',
    ignoresBody: true,
  }),
  resolve: endpoint<typeof schema.resolve>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/reconciliation/:id/resolve',
    action: 'reconciliation.resolve',
    summary: 'Mark a difference as settled, with a note; the books stay as they are',
  }),
  query: endpoint<typeof schema.query>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/attempt/:id/query',
    action: 'payment.query',
    changes: ['payment', 'reconciliation'],
    summary: 'Ask the gateway for an attempt now, and apply its answer',
    ignoresBody: true,
  }),
  callbacks: endpoint<typeof schema.callbacks>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/callbacks',
    shows: ['payment'],
    summary: 'One page of the callbacks of the gateway as they came, newest first',
  }),
  importFile: endpoint<typeof schema.importFile>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/settlement',
    action: 'settlement.import',
    summary: 'Match a settlement file line by line (multipart: file, columns?)',
    upload: { maxFileBytes: 10 * 1024 * 1024, maxFiles: 1 },
  }),
  settlements: endpoint<typeof schema.settlements>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/settlements',
    shows: ['settlement'],
    summary: 'One page of the imported settlement files, newest first',
  }),
  settlement: endpoint<typeof schema.settlement>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/settlement/:id',
    shows: ['settlement', 'reconciliation', 'payment'],
    summary: 'One settlement file with a page of its lines, in the order of the file',
  }),
}
