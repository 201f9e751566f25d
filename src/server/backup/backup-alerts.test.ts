import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alertsOfSpace } from '../doctor/disk-space.ts'
import { createFailedJob } from '../testing/failed-job.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { mailBackupAlerts } from './backup-alerts.ts'
import { backupName, markVerified } from './backup-folder.ts'

const late = '備份異常：48 小時內沒有可用的備份'
const failed = '備份異常：排程備份失敗'

let shop: TestShop
let folder: string
let owner: TestAdministrator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minmin-alerts-'))
  shop = await openTestShop({ env: { BACKUP_DIR: folder } })
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await shop.database.pool.query('delete from pgboss.job; delete from mail_outbox')
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const alerts = async () => (await owner.get('/admin/outgoing')).body.alerts

async function addVerified(time: Date): Promise<void> {
  const file = join(folder, backupName(time))
  await writeFile(file, 'x')
  await markVerified(file)
}

it('says that there is none for 48 hours, or that one failed since the last (BACKUP-20)', async () => {
  expect(await alerts()).toEqual([late])
  await addVerified(hoursAgo(49))
  expect(await alerts()).toEqual([late])
  await createFailedJob(shop, { name: 'backup.create', failedAt: hoursAgo(20) })
  await addVerified(hoursAgo(1))
  expect(await alerts()).toEqual([])
  await createFailedJob(shop, { name: 'backup.create' })
  expect(await alerts()).toEqual([failed])
  await addVerified(hoursAgo(0))
  expect(await alerts()).toEqual([])
})

it('says in the back office that the disk of the shop is nearly full (MEND-32)', () => {
  expect(alertsOfSpace({ free: 2_000_000_000, all: 50_000_000_000 })).toEqual([])
  expect(alertsOfSpace({ free: 200_000_000, all: 50_000_000_000 })).toEqual([
    '主機空間不足：資料夾所在的磁碟只剩 0.2 GB，請儘快清出空間',
  ])
})

it('tells the owners by mail once a day, and nobody while all is well (BACKUP-20)', async () => {
  const other = await openAdministrator(shop)
  await openStaff(shop, 'manager')
  const mails = async () =>
    (
      await shop.database.pool.query(
        'select recipient, subject, text_body from mail_outbox order by recipient',
      )
    ).rows
  const config = { ...shop.config, isDevelopment: true }
  const send = () => mailBackupAlerts(config, shop.database.db, null)
  await addVerified(hoursAgo(1))
  await send()
  expect(await mails()).toEqual([])
  await createFailedJob(shop, { name: 'backup.create' })
  await send()
  await send()
  const told = {
    subject: 'MinMin 團購：備份異常',
    text_body: expect.stringMatching(
      new RegExp(`${failed}[\\s\\S]+http://shop\\.test/backend/setting/backup\n`),
    ),
  }
  expect(await mails()).toEqual(
    [owner, other].map(({ username }) => ({ recipient: username, ...told })),
  )
  await shop.database.pool.query(`update mail_outbox set created_at = now() - interval '1 day'`)
  await send()
  expect(await mails()).toHaveLength(4)
})
