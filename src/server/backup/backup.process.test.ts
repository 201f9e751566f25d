import { hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultConnections } from '#contract/connections.ts'
import { release } from '../release.ts'
import { secretsFaults, settingOwner } from '../secrets/kept-secrets.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { loadSecretsKey } from '../secrets/secrets-key.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { openFactor } from '../testing/second-factor.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { photograph } from '../testing/test-pictures.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { createLocalStore } from '../uploads/local-store.ts'
import { createPicture } from '../uploads/picture.ts'
import type { PictureStore } from '../uploads/store.ts'
import { checkBackup, type Manifest, manifestName, pictureFolder } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { claimFolder } from './restore-target.ts'
import { leftOutTables, listCopiedTables, openCopySession } from './tables.ts'

const marked = '標記王小明'
const noEncryption = { recipient: null, passphrase: null }
const noKeys = { identityFile: null, passphrase: null }

let shop: TestShop
let folder: string
let file: string
let manifest: Manifest
let picture: string

beforeAll(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'minmin-backup-'))
  const { name, files } = await createPicture(await photograph())
  picture = name
  for (const part of files) await pictures().put(part)
  const product = await shop.product({ imageUrl: `http://shop.test/uploads/${name}` })
  const member = await shop.member('anna@example.com')
  for (const visitor of [member, shop.guest()]) {
    await visitor.post('/cart', { product_id: product, qty: 2 })
    const user = { ...orderData.user, name: marked }
    const { orderId } = (await visitor.post('/order', { ...orderData, user })).body
    await visitor.post(`/pay/${orderId}`)
    await visitor.post('/cart', { product_id: product, qty: 3 })
  }
  file = join(folder, 'shop.tar.zst')
  manifest = await create(file)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const pictures = () => createLocalStore(join(shop.config.dataDir, 'uploads'))

function create(
  path: string,
  encryption: { recipient: string | null; passphrase: string | null } = noEncryption,
) {
  return createBackup({ url: shop.databaseUrl, file: path, encryption, pictures: pictures() })
}

async function bareDatabase() {
  const database = await createTestDatabase({ isBare: true })
  onTestFinished(() => database.drop())
  return database.url
}

async function query(url: string, text: string) {
  const client = await openCopySession(url)
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

describe('a backup', () => {
  it('has every table but those that are left out by name (BACKUP-07)', async () => {
    const rows = await query(
      shop.databaseUrl,
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const known = new Set([...manifest.tables.map(({ name }) => name), ...leftOutTables])
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
    const names = new Set(rows.map(({ name }) => name))
    expect([...leftOutTables].filter((name) => !names.has(name))).toEqual([])
  })

  it('takes up a table of tomorrow by itself (BACKUP-07)', async () => {
    await query(
      shop.databaseUrl,
      'create table of_tomorrow (word text, double int generated always as (1) stored)',
    )
    onTestFinished(async () => void (await query(shop.databaseUrl, 'drop table of_tomorrow')))
    const client = await openCopySession(shop.databaseUrl)
    const tables = await listCopiedTables(client)
    await client.end()
    expect(tables).toContainEqual({ name: 'of_tomorrow', columns: ['word'] })
  })

  it('is one file of tables, pictures, and a manifest with their sums (BACKUP-02, BACKUP-06)', async () => {
    const names = (await readMembers(file)).map(({ name }) => name)
    expect(names.at(-1)).toBe(manifestName)
    expect(Object.keys(manifest.sums)).toEqual(names.slice(0, -1))
    expect(names).toContain('tables/orders/1.copy')
    expect(names).toContain(`uploads/${picture}`)
    expect(names.filter((name) => name.startsWith('uploads/')).length).toBeGreaterThan(2)
    expect(manifest.missingPictures).toEqual([])
    expect(rowsOf(manifest, 'orders')).toBe(2)
  })

  it('names the pictures that are gone (BACKUP-06)', async () => {
    const lacking = { ...pictures(), open: async () => undefined }
    const path = join(folder, 'lacking.tar.zst')
    const { missingPictures } = await createBackup({
      url: shop.databaseUrl,
      file: path,
      encryption: noEncryption,
      pictures: lacking,
    })
    expect(missingPictures).toEqual([picture])
  })

  it.each(['has', 'probe'])(
    'fails where %s of the store does, which only seems to have no picture (BACKUP-06)',
    async (call) => {
      const has = async () => false
      const open = async () => undefined
      const refuse = () => Promise.reject(new Error('refused'))
      const locked = { ...pictures(), has, open, [call]: refuse }
      const path = join(folder, 'locked.tar.zst')
      const made = { url: shop.databaseUrl, file: path, encryption: noEncryption }
      await expect(createBackup({ ...made, pictures: locked })).rejects.toThrow(
        /policy of the bucket/,
      )
    },
  )

  it('outlives a store that fails once in a while, and a restore does, too (BACKUP-06, BACKUP-13)', async () => {
    const store = flakyStore(pictures())
    const path = join(folder, 'flaky.tar.zst')
    const made = { file: path, encryption: noEncryption, pictures: store }
    const { missingPictures } = await createBackup({ ...made, url: shop.databaseUrl })
    expect(missingPictures).toEqual([])
    const target = createLocalStore(await mkdtemp(join(folder, 'target-')))
    const url = await bareDatabase()
    await restoreBackup({ file: path, keys: noKeys, url, pictures: flakyStore(target) })
    expect(await target.has(picture)).toBe(true)
  })

  it('is no longer in a transaction when it reads the pictures (BACKUP-05)', async () => {
    const open = vi.fn(async (name: string) => {
      const text = `select from pg_stat_activity where datname = current_database()
        and application_name = 'minmin backup' and state = 'idle in transaction'`
      expect(await query(shop.databaseUrl, text)).toEqual([])
      return pictures().open(name)
    })
    const store = { ...pictures(), open }
    const path = join(folder, 'no-transaction.tar.zst')
    const made = { file: path, encryption: noEncryption, pictures: store }
    await createBackup({ ...made, url: shop.databaseUrl })
    expect(open).toHaveBeenCalled()
  })

  it('is encrypted for a recipient or by a passphrase, and no marked value is readable (BACKUP-08)', async () => {
    const identity = await generateIdentity()
    const identityFile = join(folder, 'identity.txt')
    await writeFile(identityFile, `# the key\n${identity}\n`)
    const recipient = await identityToRecipient(identity)
    const cases = [
      { encryption: { recipient, passphrase: null }, keys: { identityFile, passphrase: null } },
      {
        encryption: { recipient: null, passphrase: 'four words of mine' },
        keys: { identityFile: null, passphrase: 'four words of mine' },
      },
    ]
    for (const [number, { encryption, keys }] of cases.entries()) {
      const path = join(folder, `encrypted-${number}.age`)
      await create(path, encryption)
      const bytes = await readFile(path)
      expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
      expect(bytes.includes(marked)).toBe(false)
      expect(rowsOf(await checkBackup(path, keys), 'orders')).toBe(2)
      await expect(checkBackup(path, noKeys)).rejects.toThrow(/BACKUP_IDENTITY/)
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40)
      await writeFile(path, bytes)
      await expect(checkBackup(path, keys)).rejects.toThrow(/cannot be/)
    }
  })

  it('with one bit turned at any of 1,000 places is refused or as whole as before (BACKUP-10)', async () => {
    const whole = await readFile(file)
    const path = join(folder, 'damaged.tar.zst')
    let refused = 0
    for (let number = 0; number < 1_000; number++) {
      const damaged = Buffer.from(whole)
      const place = number < 40 ? number : Math.floor((number / 1_000) * whole.length)
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (number % 8))
      await writeFile(path, damaged)
      const found = await checkBackup(path, noKeys).catch((error: unknown) => error)
      if (found instanceof BackupFault) refused++
      else expect(found, `bit at ${place}`).toEqual(manifest)
    }
    // The header of the compression has a few bits that say nothing of the content.
    expect(refused).toBeGreaterThan(980)
  })

  it('cut at any length is refused (BACKUP-10)', async () => {
    const whole = await readFile(file)
    const path = join(folder, 'cut.tar.zst')
    const lengths = Array.from({ length: 50 }, (_, part) => Math.floor((whole.length * part) / 50))
    for (const length of [...lengths, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, length))
      await expect(checkBackup(path, noKeys), `${length} bytes`).rejects.toThrow(BackupFault)
    }
  })

  it('names a member that is missing, added or changed (BACKUP-10)', async () => {
    const path = join(folder, 'repacked.tar.zst')
    const orders = 'tables/orders/1.copy'
    const whole = await readMembers(file)
    await repack(
      path,
      whole.filter(({ name }) => name !== orders),
    )
    await expect(checkBackup(path, noKeys)).rejects.toThrow(`${orders} is missing`)
    await repack(path, whole.toSpliced(1, 0, { name: 'tables/x/1.copy', bytes: Buffer.from('x') }))
    await expect(checkBackup(path, noKeys)).rejects.toThrow('tables/x/1.copy was added')
    const spoil = (one: Member) =>
      one.name === orders ? { ...one, bytes: Buffer.alloc(one.bytes.length, 'x') } : one
    await repack(path, whole.map(spoil))
    await expect(checkBackup(path, noKeys)).rejects.toThrow(`${orders} is damaged`)
    await repack(path, whole.slice(0, -1))
    await expect(checkBackup(path, noKeys)).rejects.toThrow(`no ${manifestName}`)
  })
})

describe('a restore', () => {
  it('gives the same books, pictures, sequences and jobs, and holds the shop (BACKUP-13, BACKUP-17)', async () => {
    const url = await bareDatabase()
    const target = await mkdtemp(join(folder, 'target-'))
    const restored = await restoreBackup({
      file,
      keys: noKeys,
      url,
      pictures: createLocalStore(target),
    })
    expect(restored.pictures).toBe((await readdir(target)).length)
    for (const name of await readdir(target)) {
      const original = await readFile(join(shop.config.dataDir, 'uploads', name))
      expect((await readFile(join(target, name))).equals(original)).toBe(true)
    }
    expect(await readdir(target)).toContain(picture)
    expect(await query(url, 'select count(*)::int as n from outgoing_hold')).toEqual([{ n: 1 }])
    const keys = 'select kid, private_jwk from signing_keys order by kid'
    expect(await query(url, keys)).toEqual(await query(shop.databaseUrl, keys))
    const jobs = `select name, data from pgboss.job where state < 'completed' and name = 'mail.send' order by data::text`
    expect(await query(url, jobs)).toEqual(await query(shop.databaseUrl, jobs))
    const foreignKeys = `select conrelid::regclass::text as t, pg_get_constraintdef(oid) as d
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
    expect(await query(url, foreignKeys)).toEqual(await query(shop.databaseUrl, foreignKeys))
    const off = `select count(*)::int as n from pg_trigger where not tgisinternal and tgenabled = 'D'`
    expect(await query(url, off)).toEqual([{ n: 0 }])
  })

  it('has SECRETS_KEY where it is encrypted and nowhere else, and no secret in the clear; what no key opens stays closed (BACKUP-09, DOOR-10)', async () => {
    const staff = await openAdministrator(shop)
    await openFactor(staff)
    const key = loadSecretsKey(shop.config)
    const password = 'open sesame of the mail server'
    const values = {
      ...defaultConnections.smtp,
      host: 'smtp.example',
      account: 'shop',
      from: 'a@b.tw',
    }
    const saved = await staff.put('/admin/settings/smtp', { version: 0, values, password })
    expect(saved.status).toBe(200)
    const hook = { url: 'https://1.1.1.1/hook', events: ['order.placed'] }
    expect((await staff.post('/admin/webhook', hook)).status).toBe(200)
    const make = async (name: string, passphrase: string | null) => {
      const path = join(folder, name)
      const encryption = { recipient: null, passphrase }
      const url = shop.databaseUrl
      await createBackup({ url, file: path, encryption, pictures: pictures(), secretsKey: key })
      return { file: path, keys: { identityFile: null, passphrase }, pictures: null }
    }
    const plain = await make('with-secrets.tar.zst', null)
    const readable = zstdDecompressSync(await readFile(plain.file))
    for (const text of [key, key.toString('base64'), password])
      expect(readable.includes(text)).toBe(false)
    const sealed = await make('with-secrets.age', 'four words of mine')
    const secretsOf = (url: string) =>
      query(
        url,
        'select length(totp_secret) as bytes from administrators where totp_secret is not null',
      )
    const opens = async (url: string, own: Buffer) =>
      expect(await secretsFaults(url, own)).toEqual([])

    const sameKey = await bareDatabase()
    const withKey = await restoreBackup({ ...sealed, url: sameKey, chooseKey: (found) => found })
    expect(withKey.closed).toEqual({ accounts: [], settings: [], webhooks: [] })
    await opens(sameKey, key)
    const passwordIn = async (url: string, under: Buffer) => {
      const [row] = await query(url, `select sealed from settings where "group" = 'smtp'`)
      const opened = createSecretBox(() => under).open(row?.sealed, settingOwner('smtp'))
      return opened && JSON.parse(opened.toString())
    }
    expect(await passwordIn(sameKey, key)).toEqual({ password })
    const otherKey = await bareDatabase()
    const own = randomBytes(32)
    const rekeyed = await restoreBackup({ ...sealed, url: otherKey, chooseKey: () => own })
    expect(rekeyed.closed).toEqual({ accounts: [], settings: [], webhooks: [] })
    await opens(otherKey, own)
    expect(await passwordIn(otherKey, own)).toEqual({ password })
    expect((await secretsOf(otherKey))[0]?.bytes).toBeGreaterThan(20)

    const noKey = await bareDatabase()
    const { closed } = await restoreBackup({ ...plain, url: noKey, chooseKey: () => undefined })
    const names = { accounts: [staff.username], settings: ['smtp'], webhooks: [hook.url] }
    expect(closed).toEqual(names)
    // Empty, and not absent: the password alone does not open the account.
    expect(await secretsOf(noKey)).toEqual([{ bytes: 0 }])
    expect(await query(noKey, 'select * from admin_recovery_codes')).toEqual([])
    await opens(noKey, own)
  })

  it('is refused where anything is, and changes nothing (BACKUP-14)', async () => {
    const url = await bareDatabase()
    await query(url, 'create table mine as select 7 as id')
    await expect(restoreBackup({ file, keys: noKeys, url, pictures: null })).rejects.toMatchObject({
      exitCode: 3,
    })
    const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`
    expect(await query(url, tables)).toEqual([{ relname: 'mine' }])
    expect(await query(url, `select to_regnamespace('minmin_restore') as found`)).toEqual([
      { found: null },
    ])
  })

  it('that was cut off in a named database wants it made anew (BACKUP-15)', async () => {
    const url = await bareDatabase()
    await query(url, 'create schema minmin_restore')
    await expect(restoreBackup({ file, keys: noKeys, url, pictures: null })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('create it anew'),
    })
  })

  it('takes a folder that is empty or has an unfinished restore, which goes (BACKUP-14, BACKUP-15)', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const marker = 'restore.unfinished'
    await mkdir(join(dataDir, 'lost+found'))
    await claimFolder(dataDir)
    await mkdir(join(dataDir, 'postgres'))
    await claimFolder(dataDir)
    expect(await readdir(dataDir)).toEqual(['lost+found', marker])
    await rm(join(dataDir, marker))
    await writeFile(join(dataDir, 'mine'), 'x')
    await expect(claimFolder(dataDir)).rejects.toMatchObject({ exitCode: 3 })
    expect(await readdir(dataDir)).toEqual(['lost+found', 'mine'])
  })

  it('has each row of a table of many pieces, whatever is in its text (BACKUP-13)', async () => {
    await query(
      shop.databaseUrl,
      `create table long_texts as select n, E'a\n\\\t' || repeat(n::text, 40000) as words
       from generate_series(1, 60) as n`,
    )
    onTestFinished(async () => void (await query(shop.databaseUrl, 'drop table long_texts')))
    const path = join(folder, 'pieces.tar.zst')
    const { sums } = await create(path)
    const pieces = Object.keys(sums).filter((name) => name.startsWith('tables/long_texts/'))
    expect(pieces.length).toBeGreaterThan(1)
    const members = await readMembers(path)
    const texts = pieces.map((piece) => members.find(({ name }) => name === piece)?.bytes)
    for (const bytes of texts) expect(bytes?.at(-1)).toBe(10)
    const rows = texts.join('').trimEnd().split('\n')
    expect(rows.map((row) => row.split('\t')[0])).toEqual(
      Array.from({ length: 60 }, (_, n) => `${n + 1}`),
    )
  })

  it('of a later release is refused by name, one of an earlier is brought to this one (BACKUP-16)', async () => {
    const later = await withManifest((known) => ({
      ...known,
      release: '9.0.0',
      migration: 9_999_999_999_999,
    }))
    const url = await bareDatabase()
    await expect(
      restoreBackup({ file: later, keys: noKeys, url, pictures: null }),
    ).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(`9\\.0\\.0.*${release()}`),
    })
  })

  it.each([
    ...['../sessions.js', '../../etc/passwd', '/etc/passwd', '.hidden', '', 'a/b.jpg'],
    ...[
      `../${'0'.repeat(32)}-1x1.jpg`,
      `${'0'.repeat(32)}-1x1.jpg/../x`,
      `${'0'.repeat(32)}-1x1.js`,
    ],
  ])('writes nothing for a file whose picture is called %j (MEND-54)', async (name) => {
    const bytes = Buffer.from('x')
    const path = await withMember(`${pictureFolder}${name}`, bytes)
    const target = await mkdtemp(join(folder, 'target-'))
    const pictures = createLocalStore(join(target, 'data/uploads'))
    const url = await bareDatabase()
    await expect(restoreBackup({ file: path, keys: noKeys, url, pictures })).rejects.toThrow(
      /no table and no picture/,
    )
    expect(await readdir(target)).toEqual([])
  })

  it('loads no table that the shop does not have, whatever the manifest says (MEND-54)', async () => {
    const forged = await withManifest((known) => ({
      ...known,
      tables: [...known.tables, { name: 'pg_class', columns: ['oid'], rows: 1, sum: '0' }],
    }))
    const path = await withMember('tables/pg_class/1.copy', Buffer.from('1\n'), forged)
    const url = await bareDatabase()
    await expect(restoreBackup({ file: path, keys: noKeys, url, pictures: null })).rejects.toThrow(
      'public.pg_class',
    )
  })

  it('writes nothing before the whole file was judged (BACKUP-10)', async () => {
    const url = await bareDatabase()
    const whole = await readMembers(file)
    const path = join(folder, 'no-manifest.tar.zst')
    await repack(path, whole.with(-1, { name: manifestName, bytes: Buffer.from('{') }))
    const options = { file: path, keys: noKeys, url, pictures: null }
    await expect(restoreBackup(options)).rejects.toThrow(/JSON/)
    const written = `select count(*)::int as written from (
      select oid from pg_namespace where nspname = 'minmin_restore'
      union all select oid from pg_class where relnamespace = 'public'::regnamespace)`
    expect(await query(url, written)).toEqual([{ written: 0 }])
  })

  it.runIf(existsSync('/proc'))(
    'is refused where the disk has no room for it (BACKUP-12)',
    async () => {
      await expect(checkBackup(file, noKeys, '/proc')).rejects.toThrow(/no room.*: 0 are free/)
    },
  )

  it('that finds other books than the manifest has fails (BACKUP-13)', async () => {
    const spoil = (table: Manifest['tables'][number]) =>
      table.name === 'stock' ? { ...table, sum: '1' } : table
    const forged = await withManifest((known) => ({ ...known, tables: known.tables.map(spoil) }))
    const url = await bareDatabase()
    await expect(
      restoreBackup({ file: forged, keys: noKeys, url, pictures: null }),
    ).rejects.toThrow(/books.*stock/)
  })
})

const rowsOf = ({ tables }: Manifest, table: string) =>
  tables.find(({ name }) => name === table)?.rows

/** The first call of each kind fails, an answer that breaks off included. */
function flakyStore(store: PictureStore): PictureStore {
  const failed = new Set<string>()
  const failOnce = (kind: string) => {
    if (failed.has(kind)) return
    failed.add(kind)
    throw new Error(`${kind} failed`)
  }
  return {
    has: (name) => store.has(name),
    remove: (name) => store.remove(name),
    async put(file) {
      failOnce('put')
      return store.put(file)
    },
    async open(name) {
      failOnce('open')
      const found = await store.open(name)
      if (!found || failed.has('stream')) return found
      const stream = new PassThrough()
      found.stream.destroy()
      stream.destroy(new Error('reset'))
      failed.add('stream')
      return { ...found, stream }
    },
  }
}

interface Member {
  name: string
  bytes: Buffer
}

async function readMembers(path: string): Promise<Member[]> {
  const archive = extract()
  archive.end(zstdDecompressSync(await readFile(path)))
  const found: Member[] = []
  for await (const entry of archive) {
    found.push({ name: entry.header.name, bytes: await buffer(entry) })
  }
  return found
}

async function repack(path: string, content: readonly Member[]): Promise<void> {
  const archive = pack()
  for (const { name, bytes } of content) archive.entry({ name }, bytes)
  archive.finalize()
  await writeFile(path, zstdCompressSync(await buffer(Readable.from(archive))))
}

async function withManifest(
  change: (manifest: Manifest) => Manifest,
  of: readonly Member[] | undefined = undefined,
): Promise<string> {
  const whole = of ?? (await readMembers(file))
  const read: Manifest = JSON.parse(whole.at(-1)?.bytes.toString() ?? '')
  const path = join(folder, 'forged.tar.zst')
  const bytes = Buffer.from(JSON.stringify(change(read)))
  await repack(path, whole.with(-1, { name: manifestName, bytes }))
  return path
}

/** The whole file with one more member, whose sum is right. */
async function withMember(name: string, bytes: Buffer, from = file): Promise<string> {
  const whole = (await readMembers(from)).toSpliced(-1, 0, { name, bytes })
  const sum = hash('sha256', bytes)
  return withManifest((known) => ({ ...known, sums: { ...known.sums, [name]: sum } }), whole)
}
