import type { FastifyRequest } from 'fastify'
import { type FileEncoding, fileEncodings, maxImportedBytes } from '#contract/file-kinds.ts'
import { type ImportPreset, importPresets } from '#contract/import-presets.ts'
import * as schema from '#contract/imports.schema.ts'
import { adminImportApi, type ImportLine } from '#contract/imports.ts'
import type { Config } from '../config.ts'
import type { importLines } from '../db/tables/files.ts'
import { actorKey } from '../http/actor.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { RawReply } from '../http/raw-reply.ts'
import { ShopError } from '../http/shop-error.ts'
import { readFormFiles } from '../input/form-file.ts'
import { assertStorable } from '../input/json-body.ts'
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
  type SentFiles,
  startDryRun,
  startImport,
  toErrorFile,
  toTemplate,
} from './imports.service.ts'
import { countPictures, listFailedPictures } from './pictures/imported-pictures.queries.ts'

export function importRoutes(
  mount: Mount,
  deps: ImportDeps & { config: Config; filePlace: Semaphore },
): void {
  const { db, config, imports, filePlace } = deps

  mount(adminImportApi.upload, schema.upload, async ({ params: { kind } }, context) => {
    const { actor, request, reply, confirmCaller } = context
    permittedImport(imports, kind, actor)
    try {
      const { id, matching, unknown } = await filePlace(async () => {
        const sent = await readUpload(request)
        await confirmCaller()
        const ownAddress = baseUrl(request, config)
        return startDryRun(deps, actor, { kind, sent, ownAddress })
      }, actorKey(actor))
      return {
        run: toRun(await getImportRun(deps, id, actor)),
        ...matching,
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

  mount(adminImportApi.pictures, schema.pictures, async ({ params: { id } }, { actor }) => {
    await getImportRun(deps, id, actor)
    const [counts, failures] = await Promise.all([
      countPictures(db, id),
      listFailedPictures(db, id, maxFailures),
    ])
    return {
      ...counts,
      failures: failures.map(({ productId, address, reason }) => ({
        product_id: productId,
        address: shown(address),
        reason: reason ?? '',
      })),
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

/** Pictures that could not be had, as a page shows them. */
const maxFailures = 20
/** Shown characters of a text. */
const maxShown = 200
const shown = (text: string) => (text.length > maxShown ? `${shorten(text, maxShown)}…` : text)

function toLine(row: typeof importLines.$inferSelect): ImportLine[] {
  const { line, place, outcome, title, changes, errors } = row
  if (outcome === null) return []
  const shortened = changes.map(({ before, after, ...rest }) => ({
    ...rest,
    before: shown(before),
    after: shown(after),
  }))
  return [{ line, ...(place && { place }), outcome, title, changes: shortened, errors }]
}

/** The files of a form, and what somebody has chosen beside them. */
async function readUpload(request: FastifyRequest): Promise<SentFiles> {
  const { files, fields } = await readFormFiles(request, 'IMPORT_UNREADABLE', maxImportedBytes)
  const [encoding, preset] = [fields.get('encoding'), fields.get('preset')]
  return {
    files,
    encoding: encoding === undefined ? 'auto' : readEncoding(encoding),
    preset: preset === undefined ? 'auto' : readPreset(preset),
    columns: readColumns(fields.get('columns') ?? '{}'),
  }
}

function readPreset(text: string): ImportPreset | 'auto' {
  const preset = (['auto', ...importPresets] as const).find((known) => known === text)
  if (!preset) throw new ShopError('INVALID_INPUT', { message: ['preset 格式錯誤'] })
  return preset
}

/** Headings and their fields, as a JSON object of texts. */
function readColumns(text: string): Map<string, string> {
  try {
    const columns = JSON.parse(text) as Record<string, unknown>
    assertStorable(columns)
    const entries = Object.entries(columns)
    const isText = (value: unknown) => typeof value === 'string' && value.length <= 100
    if (entries.every(([word, field]) => isText(word) && isText(field))) {
      return new Map(entries as [string, string][])
    }
  } catch {}
  throw new ShopError('INVALID_INPUT', { message: ['columns 格式錯誤'] })
}

function readEncoding(text: string): FileEncoding {
  const encoding = fileEncodings.find((known) => known === text)
  if (!encoding) throw new ShopError('INVALID_INPUT', { message: ['encoding 格式錯誤'] })
  return encoding
}
