import type { FastifyRequest } from 'fastify'
import { type FileEncoding, fileEncodings } from '#contract/file-kinds.ts'
import * as schema from '#contract/imports.schema.ts'
import { adminImportApi, type ImportLine } from '#contract/imports.ts'
import type { Config } from '../config.ts'
import type { importLines } from '../db/tables/files.ts'
import { actorKey } from '../http/actor.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { RawReply } from '../http/raw-reply.ts'
import { ShopError } from '../http/shop-error.ts'
import { readFormFile } from '../input/form-file.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { shorten } from '../input/shorten.ts'
import type { Semaphore } from '../limits/semaphore.ts'
import { toRun } from '../runs/runs.routes.ts'
import { importInputOf } from './import-actions.ts'
import { listLines, readSums } from './import-lines.queries.ts'
import {
  getImportRun,
  type ImportDeps,
  permittedImport,
  startDryRun,
  startImport,
  toErrorFile,
  toTemplate,
} from './imports.service.ts'

export function importRoutes(
  mount: Mount,
  deps: ImportDeps & { config: Config; filePlace: Semaphore },
): void {
  const { db, config, imports, filePlace } = deps

  mount(adminImportApi.upload, schema.upload, async ({ params: { kind } }, context) => {
    const { actor, request, reply, confirmCaller } = context
    permittedImport(imports, kind, actor)
    try {
      const { id, sample, unknown } = await filePlace(async () => {
        const file = await readUpload(request)
        await confirmCaller()
        const ownAddress = baseUrl(request, config)
        return startDryRun(deps, actor, { kind, file, ownAddress })
      }, actorKey(actor))
      return {
        run: toRun(await getImportRun(deps, id, actor)),
        sample,
        unknown_columns: unknown,
      }
    } catch (error) {
      // The rest of the body is not read.
      reply.header('Connection', 'close')
      throw error
    }
  })

  mount(adminImportApi.lines, schema.lines, async ({ params: { id }, query }, { actor }) => {
    const run = await getImportRun(deps, id, actor)
    const of = { runId: id, outcome: query.only || undefined }
    const [sums, { rows, pagination }] = await Promise.all([
      readSums(db, id),
      readRequestedPage(query, (place) => listLines(db, of, place)),
    ])
    return {
      run: toRun(run),
      sums,
      lines: rows.flatMap(toLine),
      pagination,
    }
  })

  mount(adminImportApi.start, schema.start, async ({ params, data }, { actor }) => {
    const { skips_errors: skipsErrors = false } = data
    await startImport(deps, actor, { runId: params.id, skipsErrors })
    return { run: toRun(await getImportRun(deps, params.id, actor)) }
  })

  mount(adminImportApi.template, schema.template, async ({ params: { kind } }, { actor }) => {
    const source = permittedImport(imports, kind, actor)
    return csvFile(`${kind}-template.csv`, await toTemplate(db, source))
  })

  mount(adminImportApi.errors, schema.errors, async ({ params: { id } }, { actor }) => {
    const { run } = await getImportRun(deps, id, actor)
    return csvFile(`${run.kind}-errors.csv`, await toErrorFile(db, id, importInputOf(run)))
  })
}

function csvFile(fileName: string, body: string): RawReply {
  return new RawReply({ type: 'text/csv; charset=utf-8', body, fileName })
}

/** Shown characters of a text. */
const maxShown = 200
const shown = (text: string) => (text.length > maxShown ? `${shorten(text, maxShown)}…` : text)

function toLine(row: typeof importLines.$inferSelect): ImportLine[] {
  const { line, outcome, title, changes, errors } = row
  if (outcome === null) return []
  const shortened = changes.map(({ before, after, ...rest }) => ({
    ...rest,
    before: shown(before),
    after: shown(after),
  }))
  return [{ line, outcome, title, changes: shortened, errors }]
}

/** The file of a form, and its `encoding` where somebody has chosen one. */
async function readUpload(request: FastifyRequest) {
  const { fields, ...file } = await readFormFile(request, 'IMPORT_UNREADABLE')
  const chosen = fields.get('encoding')
  return { ...file, encoding: chosen === undefined ? ('auto' as const) : readEncoding(chosen) }
}

function readEncoding(text: string): FileEncoding {
  const encoding = fileEncodings.find((known) => known === text)
  if (!encoding) throw new ShopError('INVALID_INPUT', { message: ['encoding 格式錯誤'] })
  return encoding
}
