import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { maxImportedBytes } from './file-kinds.ts'
import { maxImportedFiles } from './import-presets.ts'
import type * as schema from './imports.schema.ts'

export type ImportLine = Static<typeof schema.Line>
export type ImportMatching = Static<typeof schema.Matching>

/** Of goods it needs data.import, of shipments order.ship, of subscribers customer.write. */
const permission = ['data.import', 'order.ship', 'customer.write'] as const

export const adminImportApi = {
  upload: endpoint<typeof schema.upload>({
    method: 'POST',
    path: '{shop}/admin/import/:kind',
    caller: 'admin',
    permission,
    action: 'run.create',
    summary:
      'Read a CSV file or a workbook, or those of another shop, and show what it would change, as a job (multipart: file, encoding, preset, columns)',
    upload: { maxFileBytes: maxImportedBytes, maxFiles: maxImportedFiles },
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
  pictures: endpoint<typeof schema.pictures>({
    method: 'GET',
    path: '{shop}/admin/run/:id/pictures',
    caller: 'admin',
    permission,
    summary: 'How many pictures of the products of an import were brought here, and which were not',
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
