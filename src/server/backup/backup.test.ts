import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { release } from '../release.ts'
import { secretsFaults } from '../secrets/kept-secrets.ts'
import { loadSecretsKey } from '../secrets/secrets-key.ts'
import { openFactor } from '../testing/second-factor.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { photograph } from '../testing/test-pictures.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { createLocalStore } from '../uploads/local-store.ts'
import { createPicture } from '../uploads/picture.ts'
import type { PictureStore } from '../uploads/store.ts'
import { collect } from './archive.ts'
import { compareBooks, type TableBooks } from './books.ts'
import { checkBackup, type Room } from './check-backup.ts'
import { createBackup } from './create-backup.ts'
import { type Manifest, members } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { openCopySession } from './snapshot.ts'
import { leftOutTables, listCopiedTables } from './tables.ts'

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

async function bareDatabase(icuLocale?: string) {
  const database = await createTestDatabase({ isBare: true, ...(icuLocale && { icuLocale }) })
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
    expect(tables).toContainEqual({ name: 'of_tomorrow', columns: ['word'], key: [] })
  })

  it('is one file of manifest, tables, pictures and sums (BACKUP-02, BACKUP-06)', async () => {
    const names = (await readMembers(file)).map(({ name }) => name)
    expect(names[0]).toBe(members.manifest)
    expect(names.at(-1)).toBe(members.sums)
    expect(names).toContain('tables/orders.copy')
    expect(names).toContain(`uploads/${picture}`)
    expect(names.filter((name) => name.startsWith('uploads/')).length).toBeGreaterThan(2)
    expect(manifest.missingPictures).toEqual([])
    expect(manifest.books.tables.orders?.rows).toBe(2)
  })

  it('names the pictures that are gone (BACKUP-06)', async () => {
    const lacking = { ...pictures(), has: async () => false }
    const path = join(folder, 'lacking.tar.zst')
    const { missingPictures } = await createBackup({
      url: shop.databaseUrl,
      file: path,
      encryption: noEncryption,
      pictures: lacking,
    })
    expect(missingPictures).toEqual([picture])
  })

  it('fails where the store refuses its key, which only seems to have no picture (BACKUP-06)', async () => {
    const probe = () => Promise.reject(new Error('refused'))
    const locked = { ...pictures(), has: async () => false, probe }
    const path = join(folder, 'locked.tar.zst')
    await expect(
      createBackup({
        url: shop.databaseUrl,
        file: path,
        encryption: noEncryption,
        pictures: locked,
      }),
    ).rejects.toThrow(/policy of the bucket/)
  })

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
      expect((await checkBackup(path, keys)).manifest.books.tables.orders?.rows).toBe(2)
      await expect(checkBackup(path, noKeys)).rejects.toThrow(/BACKUP_IDENTITY/)
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40)
      await writeFile(path, bytes)
      await expect(checkBackup(path, keys)).rejects.toThrow(/cannot be/)
    }
  })

  it('refuses one bit turned at any of 1,000 places, and a cut at any length (BACKUP-10)', async () => {
    const whole = await readFile(file)
    const path = join(folder, 'damaged.tar.zst')
    for (let number = 0; number < 1_000; number++) {
      const damaged = Buffer.from(whole)
      const place = number < 40 ? number : Math.floor((number / 1_000) * whole.length)
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (number % 8))
      await writeFile(path, damaged)
      await expect(checkBackup(path, noKeys), `bit at ${place}`).rejects.toThrow(/damaged/)
    }
    for (let part = 0; part < 50; part++) {
      await writeFile(path, whole)
      await truncate(path, Math.floor((whole.length * part) / 50))
      await expect(checkBackup(path, noKeys)).rejects.toThrow(/cut|too short/)
    }
  })

  it('names a member that is missing, added or changed (BACKUP-10)', async () => {
    const path = join(folder, 'repacked.tar.zst')
    const whole = await readMembers(file)
    const orders = (name: string) => name === 'tables/orders.copy'
    await repack(
      path,
      whole.filter(({ name }) => !orders(name)),
    )
    await expect(checkBackup(path, noKeys)).rejects.toThrow('tables/orders.copy is missing')
    const added = { name: 'other.txt', bytes: Buffer.from('x') }
    await repack(path, whole.toSpliced(1, 0, added))
    await expect(checkBackup(path, noKeys)).rejects.toThrow('other.txt was added')
    await repack(
      path,
      whole.map((one) =>
        orders(one.name) ? { ...one, bytes: Buffer.alloc(one.bytes.length, 'x') } : one,
      ),
    )
    await expect(checkBackup(path, noKeys)).rejects.toThrow('tables/orders.copy is damaged')
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
    expect(compareBooks(manifest.books, restored.books)).toEqual([])
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

  it('has SECRETS_KEY where it is encrypted and nowhere else; what no key opens stays closed (BACKUP-09)', async () => {
    const staff = await openAdministrator(shop)
    await openFactor(staff)
    const key = loadSecretsKey(shop.config)
    const make = async (name: string, passphrase: string | null) => {
      const path = join(folder, name)
      const encryption = { recipient: null, passphrase }
      const url = shop.databaseUrl
      await createBackup({ url, file: path, encryption, pictures: null, secretsKey: key })
      return { file: path, keys: { identityFile: null, passphrase }, pictures: null }
    }
    const plain = await make('with-secrets.tar.zst', null)
    expect((await readMembers(plain.file)).map(({ name }) => name)).not.toContain('secrets.key')
    expect(zstdDecompressSync(await readFile(plain.file)).includes(key)).toBe(false)
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
    expect(withKey.closed).toEqual([])
    await opens(sameKey, key)
    const otherKey = await bareDatabase()
    const own = randomBytes(32)
    const rekeyed = await restoreBackup({ ...sealed, url: otherKey, chooseKey: () => own })
    expect(rekeyed.closed).toEqual([])
    await opens(otherKey, own)
    expect((await secretsOf(otherKey))[0]?.bytes).toBeGreaterThan(20)

    const noKey = await bareDatabase()
    const { closed } = await restoreBackup({ ...plain, url: noKey, chooseKey: () => undefined })
    expect(closed).toEqual([staff.username])
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

  it('ends what a killed one has still under way, and begins anew (BACKUP-15)', async () => {
    const url = await bareDatabase()
    await query(url, 'create schema minmin_restore')
    const killed = new pg.Client({ connectionString: url })
    killed.on('error', () => {})
    const ended = new Promise<void>((resolve) => {
      killed.once('end', resolve)
    })
    await killed.connect()
    await killed.query('begin; create table list_changes ()')
    await restoreBackup({ file, keys: noKeys, url, pictures: null })
    await ended
    expect(await query(url, 'select from orders limit 1')).toHaveLength(1)
  })

  it('drops each kind of object that a killed one left (BACKUP-15)', async () => {
    const url = await bareDatabase()
    // Names of the first migrations: what is left of them fails as "already exists".
    await query(
      url,
      `create schema minmin_restore;
       create table orders (num bigint generated always as identity);
       create sequence products_num_seq;
       create view list_changes as select 1 as n;
       create function note_listing() returns integer language sql as 'select 1';
       create type mood as enum ('fine');
       create domain whole as integer`,
    )
    await restoreBackup({ file, keys: noKeys, url, pictures: null })
    expect(await query(url, 'select from orders limit 1')).toHaveLength(1)
    expect(await query(url, `select from pg_type where typname in ('mood', 'whole')`)).toEqual([])
  })

  it('of a later release is refused by name, one of an earlier is brought to this one (BACKUP-16)', async () => {
    const later = await withManifest((known) => ({
      ...known,
      release: '9.0.0',
      migrations: [...known.migrations, 9_999_999_999_999],
    }))
    const url = await bareDatabase()
    await expect(
      restoreBackup({ file: later, keys: noKeys, url, pictures: null }),
    ).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(`9\\.0\\.0.*${release()}`),
    })
  })

  it('from a database that sorts by bytes into one that sorts by a language, and back (BACKUP-13)', async () => {
    const byLanguage = await bareDatabase('en-US')
    await restoreBackup({ file, keys: noKeys, url: byLanguage, pictures: null })
    await query(byLanguage, `insert into carts (owner) values ('m:a'), ('m:B'), ('m:_c'), ('m:D')`)
    const path = join(folder, 'by-language.tar.zst')
    const made = { file: path, keys: noKeys, pictures: null }
    await createBackup({ ...made, url: byLanguage, encryption: noEncryption })
    const byBytes = await bareDatabase()
    await restoreBackup({ ...made, url: byBytes })
    const owners = 'select owner from carts order by owner collate "C"'
    expect(await query(byBytes, owners)).toEqual(await query(byLanguage, owners))
  })

  it('takes a file that does not know the order of its rows, and compares their bytes (BACKUP-13)', async () => {
    const withOrders = (books: Partial<TableBooks>) =>
      withManifest(({ rowOrder: _, ...known }) => {
        const orders = { rows: 0, bytes: 0, sha256: '', ...known.books.tables.orders, ...books }
        const tables = { ...known.books.tables, orders }
        return { ...known, books: { ...known.books, tables } }
      })
    const restore = async (path: string) =>
      restoreBackup({ file: path, keys: noKeys, url: await bareDatabase(), pictures: null })
    await restore(await withOrders({ sha256: 'of another order' }))
    await expect(restore(await withOrders({ bytes: 3 }))).rejects.toThrow(
      /orders.*the manifest says 3/,
    )
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
    const sum = createHash('sha256').update(bytes).digest('hex')
    const whole = await readMembers(file)
    const path = join(folder, 'forged.tar.zst')
    const forged = whole.flatMap((one) => {
      if (one.name !== members.sums) return [one]
      const line = Buffer.from(`${sum}  ${members.pictures}${name}\n`)
      const sums = { ...one, bytes: Buffer.concat([one.bytes, line]) }
      return [{ name: `${members.pictures}${name}`, bytes }, sums]
    })
    await repack(path, forged)
    const target = await mkdtemp(join(folder, 'target-'))
    const pictures = createLocalStore(join(target, 'data/uploads'))
    const url = await bareDatabase()
    await expect(restoreBackup({ file: path, keys: noKeys, url, pictures })).rejects.toThrow(
      /which is no picture/,
    )
    expect(await readdir(target)).toEqual([])
  })

  it('loads no table that the shop does not have, whatever the manifest says (MEND-54)', async () => {
    const forged = await withManifest((known) => ({
      ...known,
      tables: known.tables.map((table) =>
        table.name === 'orders' ? { ...table, name: 'pg_class' } : table,
      ),
      books: {
        ...known.books,
        tables: Object.fromEntries(
          Object.entries(known.books.tables).map(([name, books]) => [
            name === 'orders' ? 'pg_class' : name,
            books,
          ]),
        ),
      },
    }))
    const whole = await readMembers(forged)
    const rename = (text: string) => text.replace('tables/orders.copy', 'tables/pg_class.copy')
    await repack(
      forged,
      whole.map(({ name, bytes }) => ({
        name: rename(name),
        bytes: name === members.sums ? Buffer.from(rename(bytes.toString())) : bytes,
      })),
    )
    const url = await bareDatabase()
    await expect(
      restoreBackup({ file: forged, keys: noKeys, url, pictures: null }),
    ).rejects.toThrow('no table pg_class')
  })

  describe('judges the whole file before it writes (MEND-63)', () => {
    const refusal = async (path: string, room?: Room) => {
      const url = await bareDatabase()
      const options = { file: path, keys: noKeys, url, pictures: null, ...(room && { room }) }
      const error = await restoreBackup(options).catch((refused: unknown) => refused)
      const written = `select count(*)::int as written from (
        select oid from pg_namespace where nspname = 'minmin_restore'
        union all select oid from pg_class where relnamespace = 'public'::regnamespace)`
      expect(await query(url, written)).toEqual([{ written: 0 }])
      return error
    }

    it.each([
      ['no JSON', '{'],
      ['no list', '{}'],
      ['a job without a name', '[{}]'],
      ['a name that no queue can have', [{ name: 'a b' }]],
      ['a time that is none', [{ startAfter: 'soon' }]],
      ['a number that is none', [{ retryLimit: -1 }]],
      ...['priority', 'retryLimit', 'retryDelay', 'expireInSeconds', 'deleteAfterSeconds'].map(
        (key): [string, object[]] => [`a ${key} that no column holds`, [{ [key]: 2 ** 31 }]],
      ),
    ])('refuses jobs with %s', async (_, jobs) => {
      const job = {
        name: 'mail.send',
        data: {},
        startAfter: '2026-11-28T00:00:00Z',
        priority: 0,
        retryLimit: 2,
        retryDelay: 1,
        expireInSeconds: 60,
      }
      const text =
        typeof jobs === 'string' ? jobs : JSON.stringify(jobs.map((part) => ({ ...job, ...part })))
      const forged = await withMember(members.jobs, text)
      expect(await refusal(forged)).toMatchObject({
        name: 'BackupFault',
        message: expect.stringContaining(members.jobs),
      })
    })

    it.each([
      ['no JSON', () => '{'],
      ['no tables', (known: Manifest) => ({ ...known, tables: null })],
      ['a table twice', (known) => ({ ...known, tables: [...known.tables, ...known.tables] })],
      ['no books of a table', (known) => ({ ...known, books: { ...known.books, tables: {} } })],
      ['no time', (known) => ({ ...known, time: 'yesterday' })],
      [
        'a sequence at no number',
        (known) => ({ ...known, sequences: [{ name: 'x', lastValue: 'x', isCalled: true }] }),
      ],
    ] satisfies [string, (known: Manifest) => unknown][])(
      'refuses a manifest with %s',
      async (_, change: (known: Manifest) => unknown) => {
        const changed = change(manifest)
        const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
        expect(await refusal(await withMember(members.manifest, text))).toMatchObject({
          name: 'BackupFault',
          message: expect.stringContaining(members.manifest),
        })
      },
    )

    it('unpacks no more of a table, and of what is kept in memory, than there can be', async () => {
      const large = Buffer.alloc(40_000_000)
      for (const name of [`${members.tables}orders.copy`, members.secretsKey]) {
        const forged = await withMember(name, large)
        expect((await readFile(forged)).length).toBeLessThan(1_000_000)
        expect(await refusal(forged)).toMatchObject({
          name: 'BackupFault',
          message: expect.stringContaining(name),
        })
      }
      expect(await refusal(await withMember(members.manifest, large))).toMatchObject({
        message: `The member ${members.manifest} is larger than it can be.`,
      })
      const unstated = await withMember(`${members.tables}unstated.copy`, '')
      expect(await refusal(unstated)).toMatchObject({ name: 'BackupFault' })
      // A header of a tar archive that goes before another one is kept in memory whole.
      const archive = pack()
      const pax = { comment: 'x'.repeat(40_000_000) }
      archive.entry(Object.assign({ name: members.manifest }, { pax }), '{}')
      archive.finalize()
      const padded = join(folder, 'padded.tar.zst')
      await seal(padded, await collect(Readable.from(archive)))
      expect(await refusal(padded)).toMatchObject({
        name: 'BackupFault',
        message: expect.stringContaining('more than its members'),
      })
    })

    it('refuses what the disk has no room for, once the manifest says so', async () => {
      const orders = { rows: 1, sha256: '', ...manifest.books.tables.orders, bytes: 2 ** 52 }
      const forged = await withManifest((known) => ({
        ...known,
        books: { ...known.books, tables: { ...known.books.tables, orders } },
      }))
      expect(await refusal(forged, { folder, holds: [members.tables] })).toMatchObject({
        name: 'BackupFault',
        message: expect.stringContaining('room'),
      })
    })
  })

  it('that finds other books than the manifest has fails (BACKUP-13)', async () => {
    const forged = await withManifest((known) => ({
      ...known,
      books: { ...known.books, sums: { ...known.books.sums, stock: [] } },
    }))
    const url = await bareDatabase()
    await expect(
      restoreBackup({ file: forged, keys: noKeys, url, pictures: null }),
    ).rejects.toThrow(/books.*stock/)
  })
})

/** The first call of each kind fails, an answer that breaks off included. */
function flakyStore(store: PictureStore): PictureStore {
  const failed = new Set<string>()
  const failOnce = (kind: string) => {
    if (failed.has(kind)) return
    failed.add(kind)
    throw new Error(`${kind} failed`)
  }
  return {
    async has(name) {
      failOnce('has')
      return store.has(name)
    },
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

const sealBytes = 40

async function readMembers(path: string): Promise<Member[]> {
  const whole = await readFile(path)
  const archive = extract()
  archive.end(zstdDecompressSync(whole.subarray(0, -sealBytes)))
  const found: Member[] = []
  for await (const entry of archive) {
    found.push({ name: entry.header.name, bytes: await collect(Readable.from(entry)) })
  }
  return found
}

/** As somebody would who knows the seal: only the sums inside tell. */
async function repack(path: string, content: readonly Member[]): Promise<void> {
  const archive = pack()
  for (const { name, bytes } of content) archive.entry({ name }, bytes)
  archive.finalize()
  await seal(path, await collect(Readable.from(archive)))
}

async function seal(path: string, bytes: Buffer): Promise<void> {
  const compressed = zstdCompressSync(bytes)
  const end = Buffer.concat([
    Buffer.from('502a4d1820000000', 'hex'),
    createHash('sha256').update(compressed).digest(),
  ])
  await writeFile(path, Buffer.concat([compressed, end]))
}

function withManifest(change: (manifest: Manifest) => Manifest): Promise<string> {
  return withMember(members.manifest, JSON.stringify(change(manifest)))
}

/** The whole file with another text of one member, or with one more, whose sum is right. */
async function withMember(name: string, content: string | Buffer): Promise<string> {
  const bytes = Buffer.from(content)
  const sum = createHash('sha256').update(bytes).digest('hex')
  const whole = await readMembers(file)
  const others = whole.filter((one) => one.name !== name)
  const at = whole.findIndex((one) => one.name === name)
  const sums = others.pop()?.bytes.toString().trimEnd().split('\n') ?? []
  const lines = [...sums.filter((line) => line.slice(66) !== name), `${sum}  ${name}`]
  const path = join(folder, 'with-member.tar.zst')
  await repack(path, [
    ...others.toSpliced(at < 0 ? others.length : at, 0, { name, bytes }),
    { name: members.sums, bytes: Buffer.from(`${lines.join('\n')}\n`) },
  ])
  return path
}
