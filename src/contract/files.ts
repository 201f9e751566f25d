import { endpoint } from './endpoint.ts'
import type * as schema from './files.schema.ts'

export const adminExportApi = {
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/export',
    caller: 'admin',
    permission: 'data.export',
    action: 'run.create',
    summary: 'Write a list to a CSV file, as a job; personal columns need person.export',
  }),
  file: endpoint<typeof schema.file>({
    method: 'GET',
    path: '{shop}/admin/run/:id/file',
    caller: 'admin',
    permission: 'data.export',
    summary: 'The file of an export, for 24 hours and for the account that made it',
  }),
}
