import type { Static } from 'typebox'
import type * as schema from './audit.schema.ts'
import { endpoint } from './endpoint.ts'

export type AuditEntry = Static<typeof schema.AuditEntry>

export const auditApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/audit',
    caller: 'admin',
    permission: 'audit.read',
    summary: 'One page of what the staff did, newest first, by day, account, action and subject',
  }),
}
