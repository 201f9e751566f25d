import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { auditSeals } from '../db/tables/audit.ts'
import { commandLine } from '../http/actor.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { recordAudit } from './audit.ts'
import { expireAudit, findBrokenSeals, sealAudit } from './seal-audit.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

/** Behind the shop's back: past the triggers, as who owns the database can. */
async function behindTheBack(statement: string): Promise<void> {
  const client = await shop.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table audit_entries disable trigger user')
    await client.query(statement)
    await client.query('alter table audit_entries enable trigger user')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
const age = (interval: string, where = 'true') =>
  behindTheBack(`update audit_entries set at = now() - interval '${interval}' where ${where}`)

describe('the seals of the audit', () => {
  it('are set while a backup is made (AUDIT-07)', async () => {
    const backup = await shop.database.pool.connect()
    try {
      await backup.query('select pg_advisory_lock($1)', [advisoryLocks.backup])
      await sealAudit(shop.database.db)
    } finally {
      await backup.query('select pg_advisory_unlock_all()')
      backup.release()
    }
  })

  it('name an entry that was changed, taken out or put in behind the shop (AUDIT-07)', async () => {
    const { db } = shop.database
    for (let index = 0; index < 5; index++) await owner.put('/admin/me', { name: `第 ${index} 個` })
    await sealAudit(db)
    await owner.put('/admin/me', { name: '再一個' })
    await sealAudit(db)
    await sealAudit(db)
    const seals = (await db.select().from(auditSeals).orderBy(auditSeals.id)).slice(-2)
    expect(seals.map(({ entries }) => entries)).toEqual([5, 1])
    expect(await findBrokenSeals(db)).toEqual([])
    const [first, second] = seals
    await behindTheBack(`update audit_entries set actor_name = '別人' where id = ${first?.firstId}`)
    expect((await findBrokenSeals(db)).map(({ lastId }) => lastId)).toEqual([first?.lastId])
    await behindTheBack(
      `update audit_entries set actor_name = '${owner.username}' where id = ${first?.firstId}`,
    )
    await behindTheBack(`delete from audit_entries where id = ${second?.lastId}`)
    expect((await findBrokenSeals(db)).map(({ lastId }) => lastId)).toContain(second?.lastId)
  })

  it('have every entry of the minute, and wait for one that is not committed yet (MEND-62)', async () => {
    const { db, pool } = shop.database
    await sealAudit(db)
    const before = await db.$count(auditSeals)
    const writer = await pool.connect()
    await writer.query('begin')
    await writer.query(
      `insert into audit_entries (actor_name, action, subject_kind, subject_title, before, after)
       values ('慢', 'setting.update', 'setting', 'shop', '{}', '{}')`,
    )
    await owner.put('/admin/me', { name: '在後面' })
    const sealing = sealAudit(db)
    await vi.waitFor(async () => {
      const { rows } = await pool.query(`select from pg_stat_activity
        where datname = current_database() and query like '%pg_locks%' and pid <> pg_backend_pid()`)
      expect(rows).not.toEqual([])
    })
    expect(await db.$count(auditSeals)).toBe(before)
    await writer.query('commit')
    writer.release()
    await sealing
    const [seal] = await db.select().from(auditSeals).orderBy(desc(auditSeals.id)).limit(1)
    expect([seal?.entries, await db.$count(auditSeals)]).toEqual([2, before + 1])
  })

  it('hold so many entries at most, and follow each other until all are sealed (AUDIT-07)', async () => {
    const { db } = shop.database
    await sealAudit(db)
    const before = await db.$count(auditSeals)
    for (let index = 0; index < 5; index++) await owner.put('/admin/me', { name: `又 ${index}` })
    const broken = await findBrokenSeals(db)
    await sealAudit(db, { limit: 2 })
    const seals = await db.select().from(auditSeals).orderBy(auditSeals.id).offset(before)
    expect(seals.map(({ entries }) => entries)).toEqual([2, 2, 1])
    expect(await findBrokenSeals(db)).toEqual(broken)
    await sealAudit(db, { limit: 2 })
    expect(await db.$count(auditSeals)).toBe(before + 3)
  })

  it('and the entries cannot be changed; those of five years leave by months, with an entry (AUDIT-06)', async () => {
    const { db, pool } = shop.database
    await age('6 years', 'id = (select min(id) from audit_entries)')
    await expect(pool.query('update audit_seals set hash = $1', [''])).rejects.toThrow(
      'never changed',
    )
    await expect(pool.query('delete from audit_entries')).rejects.toThrow('never changed')
    await expect(pool.query('truncate audit_entries')).rejects.toThrow('never changed')
    const { rows: before } = await pool.query('select count(*)::int as count from audit_entries')
    await expireAudit(db)
    await expireAudit(db)
    const { rows } = await pool.query('select action, after from audit_entries order by id')
    expect(rows).toHaveLength(before[0].count)
    expect(rows.at(-1)).toEqual({ action: 'audit.expire', after: { entries: 1 } })
  })
})

describe('the list of the audit', () => {
  const list = async (query: string) => (await owner.get(`/admin/audit?${query}`)).body

  it('is filtered by day, account, action, kind and a part of the title (AUDIT-09)', async () => {
    const id = await shop.product({ title: '青瓷杯' })
    await owner.delete(`/admin/product/${id}`)
    const [newest] = (await list('')).entries
    expect(newest).toMatchObject({
      action: 'product.archive',
      subject: { kind: 'product', id, title: '青瓷杯' },
      actor: { uid: owner.uid },
    })
    const found = async (query: string) =>
      (await list(query)).entries.map(({ action }: { action: string }) => action)
    for (const query of ['q=瓷', `id=${id}`, 'action=product.archive', 'kind=product']) {
      expect(await found(query)).toEqual(['product.archive'])
    }
    expect(await found('q=%25')).toEqual([])
    expect(await found('actor=nobody')).toEqual([])
    expect(await found(`actor=${owner.uid}`)).toContain('product.archive')
    await recordAudit(shop.database.db, commandLine, {
      action: 'staff.disable',
      subject: { kind: 'administrator', id: 'somebody', title: 'somebody@example.com' },
    })
    expect(await found('actor=command&kind=administrator')).toEqual(['staff.disable'])
    expect((await list('')).actors).toEqual([{ uid: owner.uid, name: newest.actor.name }])
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' }).format()
    expect(await found(`from=${today}&to=${today}&kind=product`)).toEqual(['product.archive'])
    expect(await found('to=2020-01-01')).not.toContain('product.archive')
    expect((await owner.get('/admin/audit?from=2026-02-31')).status).toBe(400)
  })

  it('finds a title by any part of it, whatever its case and width (AUDIT-09)', async () => {
    const id = await shop.product({ title: '（新品）ＡＢ茶杯：大' })
    await owner.delete(`/admin/product/${id}`)
    for (const q of ['（新品）ＡＢ茶杯：大', '(新品)', 'ab茶杯', '：大']) {
      const { entries } = await list(`q=${encodeURIComponent(q)}`)
      const found = entries.map(({ subject }: { subject: { id: string } }) => subject.id)
      expect([q, found]).toEqual([q, [id]])
    }
  })
})
