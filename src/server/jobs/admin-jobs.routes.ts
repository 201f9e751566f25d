import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/jobs.schema.ts'
import { adminJobApi, type FailedJob as FailedJobOnWire } from '#contract/jobs.ts'
import { adminPageSize, paginate } from '#contract/paging.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { requestedPage } from '../input/requested-page.ts'
import { endJob, retryJob } from './admin-jobs.service.ts'
import {
  countFailedJobs,
  type FailedJob,
  findWholes,
  listFailedJobs,
  type WholeOfJob,
} from './jobs.queries.ts'
import type { FailedJobs } from './jobs.ts'

/** Subject of a job, by the name of the id in its data. */
const subjectKinds: Record<string, string> = {
  orderId: 'order',
  couponId: 'coupon',
  productId: 'product',
  campaignId: 'campaign',
  runId: 'run',
}

export function adminJobRoutes(mount: Mount, deps: { db: NodePgDatabase; jobs: FailedJobs }): void {
  const { db } = deps

  mount(adminJobApi.list, schema.list, async ({ query }) => {
    const page = requestedPage(query.page)
    const { name } = query
    const offset = (page - 1) * adminPageSize
    const [jobs, total] = await Promise.all([
      listFailedJobs(db, { name, limit: adminPageSize, offset }),
      countFailedJobs(db, name),
    ])
    const wholes = await findWholes(
      db,
      jobs.map(({ id }) => id),
    )
    return {
      jobs: jobs.map((job) => toWire(job, wholes.get(job.id))),
      pagination: paginate({ page, pageSize: adminPageSize, total }),
      messages: [],
    }
  })

  mount(adminJobApi.retry, schema.retry, async ({ params }, { actor }) => {
    await retryJob(deps, params.id, actor)
    return { message: '已重新執行' }
  })

  mount(adminJobApi.end, schema.end, async ({ params }, { actor }) => {
    await endJob(deps, params.id, actor)
    return { message: '已結束工作' }
  })
}

/** A mail of no order has no page. */
function subjectOf(data: FailedJob['data'], whole: WholeOfJob | undefined) {
  const named = { ...whole, ...data }
  const [subject] = Object.entries(subjectKinds).flatMap(([key, kind]) => {
    const id = named[key as keyof typeof named]
    return id === undefined || id === null ? [] : [{ kind, id: String(id) }]
  })
  if (subject || data.mailId === undefined) return subject
  return { kind: 'mail', id: String(data.mailId) }
}

function toWire(
  { id, name, data, attempts, error, createdAt, failedAt }: FailedJob,
  whole: WholeOfJob | undefined,
): FailedJobOnWire {
  const subject = subjectOf(data, whole)
  return {
    id,
    name,
    ...(subject && { subject }),
    attempts,
    created_at: toEpochSeconds(createdAt),
    failed_at: toEpochSeconds(failedAt),
    reason: error ?? '',
  }
}
