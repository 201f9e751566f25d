import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { demoRun } from '#contract/demo.ts'
import { hasPermission } from '#contract/permissions.ts'
import { recordAudit } from '../audit/audit.ts'
import { listDemoPictures } from '../catalog/demo-shop.ts'
import { readDemoState } from '../db/demo-rows.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { workRunJob } from '../runs/run.jobs.ts'
import type { RunAction, RunProgress, RunRow } from '../runs/run-action.ts'
import { lockLiveRun } from '../runs/runs.queries.ts'
import { openRun } from '../runs/runs.service.ts'
import { clearDemoLook } from '../settings/demo-look.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import type { PictureStore } from '../uploads/store.ts'
import {
  deleteDemoRows,
  hasRealOrders,
  listNamedPictures,
  lockSelling,
  markFollowing,
} from './demo.queries.ts'

const action = { kind: demoRun.kind, name: demoRun.action }
const permission = 'setting.write'
const picturesAtOnce = 8

/** Starts the clearing for who has typed the name of the shop, and gives the id of its run. */
export async function startClearing(
  { db, jobs }: { db: NodePgDatabase; jobs: JobSender },
  actor: StaffActor,
  typed: string,
): Promise<string> {
  const pictures = await listDemoPictures()
  const runId = await transaction(db, async (tx) => {
    const { name } = await readSettingGroup(tx, 'shop')
    if (fold(typed) !== fold(name)) throw fieldError('name', `請輸入商店名稱「${name}」`)
    const { isLoaded, isCleared } = await readDemoState(tx)
    if (!isLoaded || isCleared) throw new ShopError('DEMO_GONE')
    if (await hasRealOrders(tx)) throw new ShopError('DEMO_HAS_ORDERS')
    const total = 1 + pictures.length
    const opened = { action, input: {}, entries: [], state: 'queued', total } as const
    return (await openRun({ jobs }, tx, opened, actor)).id
  })
  jobs.wake(workRunJob)
  return runId
}

const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

export function clearDemoAction(deps: { db: NodePgDatabase; pictures: PictureStore }): RunAction {
  return {
    ...action,
    permission,
    async work(run, progress) {
      await clearRows(deps.db, run)
      if (await progress.report({ done: 1 })) await clearPictures(deps, progress)
    },
  }
}

/** All rows in one transaction. A second call, of a run whose server died, finds nothing to do. */
async function clearRows(db: NodePgDatabase, run: RunRow): Promise<void> {
  const { starter } = run
  await transaction(db, async (tx) => {
    const { isLoaded, isCleared } = await readDemoState(tx)
    if (!isLoaded || isCleared) return
    const live = await lockLiveRun(tx, { runId: run.id, state: 'running', uid: starter.id })
    if (!live) return
    const { name, role } = live
    if (name === null || role === null || !hasPermission(role, permission)) {
      throw new ShopError('PERMISSION_DENIED')
    }
    await lockSelling(tx)
    if (await hasRealOrders(tx)) throw new ShopError('DEMO_HAS_ORDERS')
    await markFollowing(tx)
    const deleted = await deleteDemoRows(tx)
    await clearDemoLook(tx)
    const { id, ...origin } = starter
    const actor: StaffActor = { kind: 'admin', id, name, role, origin, runId: run.id }
    await recordAudit(tx, actor, {
      action: 'demo.clear',
      subject: { kind: 'demo', title: '示範資料' },
      before: deleted,
    })
  })
}

/** Files of the demo that no row names any more. */
async function clearPictures(
  { db, pictures }: { db: NodePgDatabase; pictures: PictureStore },
  progress: RunProgress,
): Promise<void> {
  if (!(await readDemoState(db)).isCleared) return
  const files = await listDemoPictures()
  const named = await listNamedPictures(db)
  let done = 1
  while (files.length > 0) {
    progress.signal.throwIfAborted()
    const batch = files.splice(0, picturesAtOnce)
    const gone = batch.filter((file) => !named.has(pictureOf(file)))
    await Promise.all(gone.map((file) => pictures.remove(file)))
    done += batch.length
    await progress.report({ done })
  }
}

/** The hash and the size, which all files of one picture begin with. */
function pictureOf(file: string): string {
  return /^[0-9a-f]{32}-\d+x\d+/.exec(file)?.[0] ?? file
}
