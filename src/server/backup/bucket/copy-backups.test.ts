import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBucket, type TryOutBucket } from '../../../../gateway/bucket/bucket.ts'
import type { BucketSettings } from '../../config-reader.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { backupName, listBackups, markVerified } from '../backup-folder.ts'
import { readBackupBucket } from './backup-bucket.ts'
import { openBucket } from './bucket.ts'
import { copyBackups, listCopies, openCopy } from './copy-backups.ts'

const hourMs = 60 * 60_000
const night = Date.UTC(2026, 10, 29, 19, 30)

let tryOut: TryOutBucket
let settings: BucketSettings
let dir: string
beforeAll(async () => {
  tryOut = await startBucket()
  const { endpoint, region, name, accessKeyId, secretAccessKey } = tryOut
  settings = { endpoint, region, name, prefix: 'shop/', accessKeyId, secretAccessKey }
  dir = await mkdtemp(join(tmpdir(), 'minmin-copies-'))
})
afterAll(async () => {
  await tryOut.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  tryOut.objects.clear()
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir)
})

async function* pieces(count: number, bytes: number) {
  for (let number = 0; number < count; number++) yield Buffer.alloc(bytes, number)
}

async function addBackup(hoursAgo: number, isVerified = true): Promise<string> {
  const name = backupName(new Date(night - hoursAgo * hourMs))
  await writeFile(join(dir, name), `of ${hoursAgo} hours ago`)
  if (isVerified) await markVerified(join(dir, name))
  return name
}

describe('a bucket', () => {
  it('takes what is larger than a part, and gives it back as it was (OPEN-08)', async () => {
    const bucket = openBucket(settings)
    await bucket.put('small', pieces(1, 10))
    await bucket.put('large', pieces(5, 7_000_000))
    await bucket.put('empty', pieces(0, 0))
    const large = await bucket.get('large')
    const put = Buffer.concat([0, 1, 2, 3, 4].map((number) => Buffer.alloc(7_000_000, number)))
    expect(large && (await buffer(large)).equals(put)).toBe(true)
    expect(await bucket.get('nothing')).toBeUndefined()
    tryOut.pageSize = 2
    const listed = await bucket.list('')
    tryOut.pageSize = 1_000
    expect(listed.map(({ key }) => key)).toEqual(['empty', 'large', 'small'])
    await bucket.remove('large')
    expect([...tryOut.objects.keys()]).toEqual(['shop/small', 'shop/empty'])
  })

  it('refuses what is signed with another secret, and says so (OPEN-08)', async () => {
    const bucket = openBucket({ ...settings, secretAccessKey: 'another' })
    await expect(bucket.put('a', pieces(1, 1))).rejects.toThrow('403 SignatureDoesNotMatch to PUT')
    expect(tryOut.objects.size).toBe(0)
  })
})

describe('copies', () => {
  const keep = { days: 2, weeks: 0, months: 0 }

  it('are made of verified backups and kept by the plan, whatever the folder has (OPEN-08)', async () => {
    const bucket = openBucket(settings)
    const [newest, dayBefore] = [await addBackup(0), await addBackup(24)]
    await addBackup(48)
    await addBackup(1, false)
    await copyBackups(bucket, { dir, keep, verifies: true })
    const names = async () => (await listCopies(bucket)).map(({ name }) => name)
    expect(await names()).toEqual([newest, dayBefore])
    const copy = await openCopy(bucket, newest)
    expect(String(copy && (await buffer(copy)))).toBe('of 0 hours ago')
    expect((await listBackups(dir)).map(({ copiedAt }) => copiedAt !== null)).toEqual([
      true,
      false,
      true,
      true,
    ])
    await rm(dir, { recursive: true })
    await mkdir(dir)
    const next = await addBackup(-24)
    await copyBackups(bucket, { dir, keep, verifies: true })
    expect(await names()).toEqual([next, newest])
  })

  it('of a day with several backups all stay for that day (OPEN-08)', async () => {
    const bucket = openBucket(settings)
    const ofDay = [await addBackup(0), await addBackup(6), await addBackup(12), await addBackup(18)]
    await addBackup(30)
    await copyBackups(bucket, { dir, keep: { ...keep, days: 1, hours: 6 }, verifies: true })
    expect((await listCopies(bucket)).map(({ name }) => name)).toEqual(ofDay)
  })
})

describe('the bucket of the settings', () => {
  let shop: TestShop
  let owner: TestAdministrator
  beforeAll(async () => {
    shop = await openTestShop()
    owner = await openAdministrator(shop)
  })
  afterAll(() => shop.close())

  const path = '/admin/settings/backup-bucket'

  it('is tried with a file, keeps its secret to itself, and serves the jobs (OPEN-08)', async () => {
    const { endpoint, region, name, accessKeyId, secretAccessKey } = tryOut
    const values = { is_on: true, endpoint, region, bucket: name, access_key_id: accessKeyId }
    const version = async () => (await owner.get(path)).body.bucket.version
    expect((await owner.post(`${path}/test`, { values })).body.fields).toHaveProperty(
      'secret_access_key',
    )
    const typed = { values, secret_access_key: secretAccessKey }
    expect((await owner.post(`${path}/test`, typed)).status).toBe(200)
    expect(tryOut.objects.size).toBe(0)
    const wrong = await owner.post(`${path}/test`, { values, secret_access_key: 'wrong' })
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      '無法使用這個儲存空間：Secret access key 不正確，或區域不是這個儲存空間的區域',
    ])
    const saved = await owner.put(path, { version: await version(), ...typed })
    expect(saved.body.bucket).toMatchObject({
      values,
      secret_access_key: secretAccessKey.slice(-4),
    })
    for (const { body } of [saved, await owner.get(path), await owner.get('/admin/audit')]) {
      expect(JSON.stringify(body)).not.toContain(secretAccessKey)
    }
    expect(await readBackupBucket(shop.database.db, shop.config)).toMatchObject({
      name,
      secretAccessKey,
      prefix: 'minmin/',
    })
    const elsewhere = { ...values, endpoint: 'https://s3.example.com' }
    const moved = await owner.put(path, { version: await version(), values: elsewhere })
    expect(moved.body.fields).toHaveProperty('secret_access_key')
    const off = { ...values, is_on: false }
    expect((await owner.put(path, { version: await version(), values: off })).status).toBe(200)
    expect(await readBackupBucket(shop.database.db, shop.config)).toBeUndefined()
  })
})
