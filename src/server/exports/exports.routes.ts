import { Readable } from 'node:stream'
import * as schema from '#contract/files.schema.ts'
import { adminExportApi } from '#contract/files.ts'
import * as privacySchema from '#contract/privacy.schema.ts'
import { adminPrivacyApi } from '#contract/privacy.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { RawReply } from '../http/raw-reply.ts'
import { toRun } from '../runs/runs.routes.ts'
import { getRun } from '../runs/runs.service.ts'
import { type ExportDeps, openExportFile, startExport } from './exports.service.ts'
import { readFileParts } from './files.queries.ts'
import { startPersonFile } from './person-file.ts'

export function exportRoutes(mount: Mount, deps: ExportDeps & { config: Config }): void {
  const { db, config } = deps

  mount(adminExportApi.create, schema.create, async ({ data }, { actor, caller, request }) => {
    const { kind, filter = {}, ids, is_personal: isPersonal = false } = data
    const ownAddress = baseUrl(request, config)
    const asked = { kind, filter, ids, isPersonal, ownAddress }
    const id = await startExport(deps, caller, asked)
    return { run: toRun(await getRun(db, id, actor)) }
  })

  mount(adminPrivacyApi.data, privacySchema.data, async ({ params }, { actor }) => {
    const id = await startPersonFile(deps, actor, params.id)
    return { run: toRun(await getRun(db, id, actor)) }
  })

  mount(adminExportApi.file, schema.file, async ({ params }, { caller }) => {
    const { name } = await openExportFile(deps, caller, params.id)
    return new RawReply({
      type: name.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8',
      body: Readable.from(readFileParts(db, params.id)),
      fileName: name,
    })
  })
}
