import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/months.schema.ts'
import { adminMonthApi, monthText } from '#contract/months.ts'
import type { Mount } from '../../http/mount.ts'
import { RawReply } from '../../http/raw-reply.ts'
import { closeMonth, listMonths, readMonthFigures, readMonthFile } from './months.service.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function monthRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(adminMonthApi.list, schema.list, async () => ({ months: await listMonths(db) }))

  mount(adminMonthApi.figures, schema.figures, async ({ params }) => ({
    figures: await readMonthFigures(db, params.month),
  }))

  mount(adminMonthApi.close, schema.close, async ({ params }, { actor }) => {
    const month = await closeMonth(db, actor, params.month)
    return { message: `已結 ${monthText(params.month)} 的帳`, month }
  })

  mount(adminMonthApi.file, schema.file, async ({ params }) => {
    const body = await readMonthFile(db, params.month)
    return new RawReply({ type, body, fileName: `accounts-${params.month}.xlsx` })
  })
}
