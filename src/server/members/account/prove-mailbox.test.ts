import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { actionCodes } from '../../db/tables/members.ts'
import { listMails, readMail } from '../../mail/outbox.queries.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Member = Awaited<ReturnType<TestShop['member']>>

const identity = (name: string, payload: object) =>
  shop.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=minmin`,
    payload,
  })

/** Asks for a mail and gives its digits. */
async function mailPin({ email, token }: Member, count = 1): Promise<string> {
  await identity('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: token })
  const { db } = shop.database
  const mail = await vi.waitFor(async () => {
    const mails = await listMails(db, { recipient: email })
    const [newest] = mails
    if (!newest || mails.length < count) throw new Error(`no mail for ${email}`)
    return readMail(db, newest.id)
  })
  return /驗證碼：(\d{6})/.exec(mail?.textBody ?? '')?.[1] ?? ''
}

const type = (member: Member, pin: string) => member.post('/member/mailbox', { pin })
const wrong = (pin: string) => (pin === '000000' ? '000001' : '000000')
const codeOf = async (member: Member, pin: string) => (await type(member, pin)).body.code
const isProved = async ({ token }: Member) =>
  (await identity('lookup', { idToken: token })).json().users[0].emailVerified as boolean

describe('the six digits of the verification mail', () => {
  it('prove the mailbox of the member who types them, and stand in no table (DOOR-04)', async () => {
    const member = await shop.member()
    const pin = await mailPin(member)
    expect(pin).toMatch(/^\d{6}$/)
    const rows = await shop.database.db
      .select()
      .from(actionCodes)
      .where(eq(actionCodes.uid, member.uid))
    expect(JSON.stringify(rows)).not.toContain(pin)
    expect(await type(member, pin)).toMatchObject({
      status: 200,
      body: { message: '電子信箱驗證完成' },
    })
    expect(await isProved(member)).toBe(true)
    // After a lost answer it is typed again.
    expect((await type(member, pin)).status).toBe(200)
  })

  it('are worth nothing for another member, after five wrong ones, and beside a newer mail (DOOR-04)', async () => {
    const [member, other] = [await shop.member(), await shop.member()]
    const pin = await mailPin(member)
    await mailPin(other)
    const ofOther = await codeOf(other, pin)
    expect(['PIN_WRONG']).toContain(ofOther)
    for (let tries = 0; tries < 5; tries++)
      expect(await codeOf(member, wrong(pin))).toBe('PIN_WRONG')
    expect(await codeOf(member, pin)).toBe('PIN_EXPIRED')
    expect(await isProved(member)).toBe(false)

    const newer = await mailPin(member, 2)
    if (newer !== pin) expect(await codeOf(member, pin)).toBe('PIN_WRONG')
    expect((await type(member, newer)).status).toBe(200)
  })

  it('count five tries that come at once as five (DOOR-04)', async () => {
    const member = await shop.member()
    const pin = await mailPin(member)
    const codes = await Promise.all(Array.from({ length: 9 }, () => codeOf(member, wrong(pin))))
    expect(codes.filter((code) => code === 'PIN_WRONG')).toHaveLength(5)
  })

  it('end after half an hour, while the link of the mail goes on (DOOR-04)', async () => {
    const member = await shop.member()
    const pin = await mailPin(member)
    await shop.database.pool.query(
      `update action_codes set created_at = now() - interval '31 minutes' where uid = $1`,
      [member.uid],
    )
    expect(await codeOf(member, pin)).toBe('PIN_EXPIRED')
  })

  it('are guessed at ten times an hour by an account, with however many mails (DOOR-04)', async () => {
    const member = await shop.member()
    const codes: string[] = []
    for (let mail = 1; mail <= 3; mail++) {
      const pin = await mailPin(member, mail)
      for (let tries = 0; tries < 4; tries++) codes.push(await codeOf(member, wrong(pin)))
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('PIN_WRONG'))
    expect(codes.slice(10)).toEqual(Array(2).fill('TOO_MANY_REQUESTS'))
  })

  it('are guessed at thirty times a day for a mailbox, under however many names (DOOR-04)', async () => {
    const codes: string[] = []
    for (let name = 0; name < 4; name++) {
      const member = await shop.member(`guessed+${name}@gmail.com`)
      for (let tries = 0; tries < 9; tries++) codes.push(await codeOf(member, '123456'))
    }
    expect(codes.slice(0, 30)).toEqual(Array(30).fill('PIN_EXPIRED'))
    expect(codes.slice(30)).toEqual(Array(6).fill('TOO_MANY_REQUESTS'))
  })

  it('are six digits, and for members alone (DOOR-04)', async () => {
    const member = await shop.member()
    expect((await type(member, '12345')).status).toBe(400)
    expect((await shop.guest().post('/member/mailbox', { pin: '123456' })).status).toBe(401)
  })
})
