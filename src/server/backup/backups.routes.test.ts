import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { createFailedJob } from '../testing/failed-job.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { testConfig } from '../testing/test-config.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'
import { backupName, markVerified } from './backup-folder.ts'
import { planOf, readBackupPlan } from './backup-plan.ts'
import { explainBackupFault } from './explain-backup-fault.ts'

let shop: TestShop
let owner: TestAdministrator
let folder: string
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  folder = join(shop.config.dataDir, 'backups')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await shop.database.pool.query(`delete from pgboss.job; delete from settings`)
})

const values = { ...defaultSettings.backup, is_on: true, at: '02:15', keep_days: 3 }
const read = async () => (await owner.get('/admin/settings/backup')).body.backups
const change = (changed = values, version = 0) =>
  owner.put('/admin/settings/backup', { version, values: changed })
const jobs = async (name: string) =>
  (await shop.database.pool.query('select state from pgboss.job where name = $1', [name])).rowCount

async function addFile(time: Date, kind: { isEncrypted?: boolean; isManual?: boolean } = {}) {
  await mkdir(folder, { recursive: true })
  const name = backupName(time, kind)
  await writeFile(join(folder, name), 'sealed bytes')
  return name
}

it('a schedule that is switched on makes the backup of today, and holds on every node at once (BACKUP-18)', async () => {
  const fresh = await read()
  expect(fresh).toMatchObject({ version: 0, place: folder, is_embedded: true, is_running: false })
  expect(fresh.values).toEqual(defaultSettings.backup)
  expect((await change({ ...values, is_on: false })).body.backups.is_running).toBe(false)
  const { status, body } = await change(values, 1)
  expect([status, body.message]).toEqual([200, '已更新設定'])
  expect(body.backups).toMatchObject({ version: 2, values, is_running: true })
  await change({ ...values, keep_weeks: 1 }, 2)
  expect(await jobs('backup.create')).toBe(1)
  expect(await readBackupPlan(shop.database.db, testConfig().backup)).toEqual({
    isOn: true,
    at: '02:15',
    everyHours: 24,
    keep: { days: 3, weeks: 1, months: 12 },
  })
  const { entries } = (await owner.get('/admin/audit?action=setting.update')).body
  expect(entries[0]).toMatchObject({ before: { keep_weeks: 4 }, after: { keep_weeks: 1 } })
})

it('a bad time, a number too large and an old version are refused, and nothing is changed', async () => {
  expect((await change({ ...values, at: '24:00' })).status).toBe(400)
  expect((await change({ ...values, keep_days: 0 })).status).toBe(400)
  await change({ ...values, is_on: false })
  expect((await change(values)).body.code).toBe('SETTING_CONFLICT')
  expect((await read()).values.is_on).toBe(false)
})

it('the environment wins, by variable (BACKUP-18, BACKUP-19)', () => {
  const chosen = { version: 1, values: { ...values, is_on: false } }
  const never = { version: 0, values: defaultSettings.backup }
  const on = { isOn: true, at: '03:30', everyHours: 24, keep: { days: 7, weeks: 4, months: 12 } }
  expect(planOf(testConfig().backup, never)).toEqual({ ...on, isOn: false })
  const named = testConfig({ BACKUP_DIR: '/backups' }).backup
  expect(planOf(named, never)).toEqual(on)
  expect(planOf(named, chosen).isOn).toBe(false)
  const env = { BACKUP_DIR: '/backups', BACKUP_AT: '05:00', BACKUP_KEEP: '2,0,1' }
  expect(planOf(testConfig({ ...env, BACKUP_EVERY_HOURS: '6' }).backup, chosen)).toEqual({
    isOn: true,
    at: '05:00',
    everyHours: 6,
    keep: { days: 2, weeks: 0, months: 1, hours: 6 },
  })
  const others = testConfig({ DATABASE_URL: 'postgres://shop@database/shop' })
  expect(others.backup.dir).toBeNull()
  expect(planOf(others.backup, { ...chosen, values }).isOn).toBe(false)
})

it('one by hand is a job, one at a time, and a failure is told in a sentence (BACKUP-20)', async () => {
  const { status, body } = await owner.post('/admin/backup')
  expect([status, body.message]).toEqual([200, '備份製作中，完成後列在這裡'])
  expect(body.backups.is_running).toBe(true)
  await owner.post('/admin/backup')
  expect(await jobs('backup.by-hand')).toBe(1)
  const { entries } = (await owner.get('/admin/audit?action=backup.create')).body
  expect(entries).toHaveLength(1)

  await shop.database.pool.query('delete from pgboss.job')
  const reason = 'Command failed: node backup.mjs\nENOSPC: no space left on device, write'
  await createFailedJob(shop, { name: 'backup.by-hand', reason })
  expect((await read()).failure).toEqual({
    at: expect.any(Number),
    reason: '磁碟空間不足，請清出空間後再試一次',
  })
  await addFile(new Date(Date.now() + 1_000))
  expect((await read()).failure).toBeNull()
  expect(explainBackupFault('killed')).toContain('npm run doctor')
})

it('lists what there is, and gives a file to the owner alone, after a proof (MEND-56)', async () => {
  const older = await addFile(new Date('2026-11-20T19:30:00Z'))
  const newer = await addFile(new Date('2026-11-21T02:00:00Z'), {
    isEncrypted: true,
    isManual: true,
  })
  await markVerified(join(folder, older))
  await writeFile(join(folder, 'erasures.txt'), 'not for anybody')
  const file = { bytes: 12, is_manual: false, is_encrypted: false, is_verified: true }
  expect((await read()).files).toEqual([
    {
      ...file,
      name: newer,
      at: 1_795_226_400,
      is_manual: true,
      is_encrypted: true,
      is_verified: false,
    },
    { ...file, name: older, at: 1_795_203_000 },
  ])

  const path = (name: string) => `/admin/backup/${encodeURIComponent(name)}/file`
  const manager = await openStaff(shop, 'manager')
  expect((await manager.get(path(older))).status).toBe(403)
  await shop.database.pool.query(
    `update admin_sessions set confirmed_at = now() - interval '1 hour'`,
  )
  expect((await owner.get(path(older))).body.code).toBe('CONFIRMATION_REQUIRED')
  await owner.post('/v2/admin/confirm', { password: owner.password })
  for (const name of ['erasures.txt', '../secrets.key', `../backups/${older}`]) {
    expect((await owner.get(path(name))).body.code).toBe('BACKUP_NOT_FOUND')
  }
  const given = await owner.inject(`${shopPrefix}${path(older)}`)
  expect([given.statusCode, given.body]).toEqual([200, 'sealed bytes'])
  expect(given.headers['content-disposition']).toContain(older)
  const { entries } = (await owner.get('/admin/audit?action=backup.fetch')).body
  expect(entries).toMatchObject([{ subject: { kind: 'backup', id: older } }])
})
