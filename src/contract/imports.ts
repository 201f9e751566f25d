import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { maxImportedBytes } from './file-kinds.ts'
import type * as schema from './imports.schema.ts'

export type ImportLine = Static<typeof schema.Line>

/** Of goods it needs data.import, of shipments order.ship. */
const permission = ['data.import', 'order.ship'] as const

export const adminImportApi = {
  upload: endpoint<typeof schema.upload>({
    method: 'POST',
    path: '{shop}/admin/import/:kind',
    caller: 'admin',
    permission,
    action: 'run.create',
    summary: 'Read a CSV file and show what it would change, as a job (multipart: file, encoding)',
    upload: { maxFileBytes: maxImportedBytes, maxFiles: 1 },
  }),
  lines: endpoint<typeof schema.lines>({
    method: 'GET',
    path: '{shop}/admin/run/:id/lines',
    caller: 'admin',
    permission,
    summary: 'What the lines of an import would change, one page of one outcome or of all',
  }),
  start: endpoint<typeof schema.start>({
    method: 'POST',
    path: '{shop}/admin/run/:id/start',
    caller: 'admin',
    permission,
    action: 'import.start',
    summary: 'Apply an import as its dry run showed it, without its faulty lines when it says so',
  }),
  template: endpoint<typeof schema.template>({
    method: 'GET',
    path: '{shop}/admin/import/:kind/template',
    caller: 'admin',
    permission,
    summary: 'The heading of a file to import, and two lines as an example',
  }),
  errors: endpoint<typeof schema.errors>({
    method: 'GET',
    path: '{shop}/admin/run/:id/errors',
    caller: 'admin',
    permission,
    summary: 'The faulty lines of an import as they were, with their errors',
  }),
}
