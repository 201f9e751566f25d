import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { mailOutbox } from '../../db/tables/mail.ts'
import { participations } from '../../db/tables/participations.ts'
import { payments } from '../../db/tables/payments.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { publishCampaign } from '../../testing/published-campaign.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { takeCampaignTurn } from '../turn-campaign.ts'
import { cancelCampaign } from './campaign-steps.service.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({
    worksJobs: true,
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' },
  })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const seconds = () => Math.floor(Date.now() / 1_000)

async function join(campaign: TestCampaign, qty = 1) {
  const member = await openParticipant(shop)
  const reply = await member.post(
    `/group/${campaign.code}/participation`,
    joinData(campaign, [qty]),
  )
  expect(reply.status).toBe(200)
  return { member, participation: reply.body.participation }
}

async function stateOf(id: string) {
  const [row] = await shop.database.db.select().from(campaigns).where(eq(campaigns.id, id))
  return row
}
async function groupOf(id: string) {
  const [row] = await shop.database.db.select().from(groups).where(eq(groups.id, id))
  return row
}

describe('延長', () => {
  const anyJob = defineJob({ name: 'group.mail_extended' })
  const extendedMails = async ({ groupId }: TestCampaign) => {
    const rows = await shop.database.db
      .select({ orderId: mailOutbox.orderId, textBody: mailOutbox.textBody })
      .from(mailOutbox)
      .innerJoin(participations, eq(participations.orderId, mailOutbox.orderId))
      .where(and(eq(participations.groupId, groupId), like(mailOutbox.kind, 'group_extended%')))
    return rows
  }
  const taipei = (at: number) =>
    new Intl.DateTimeFormat('zh-TW', {
      timeZone: 'Asia/Taipei',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .format(new Date(at * 1_000))
      // The formatter puts a thin space between day and time.
      .replace(/\s/g, ' ')
  const extendedJobs = async ({ groupId }: TestCampaign) => {
    const { rows } = await shop.database.pool.query<{ data: object }>(
      `select data from pgboss.job where name = $1 and data ->> 'groupId' = $2`,
      [anyJob.name, groupId],
    )
    return rows.map(({ data }) => data)
  }
  const countOpenJobs = async () => {
    const { rows } = await shop.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job
       where name = $1 and state in ('created', 'retry', 'active')`,
      [anyJob.name],
    )
    return rows[0]?.n
  }
  const day = 86_400
  const extend = (id: string, ends_at: number, reason = '加開') =>
    owner.post(`/admin/campaign/${id}/extend`, { ends_at, reason })

  it('takes a later time and a reason, twice, and only before the deadline (CAMP-12)', async () => {
    const campaign = await openCampaign(shop)
    const end = Math.floor(((await stateOf(campaign.id))?.endsAt?.getTime() ?? 0) / 1_000)
    const same = await extend(campaign.id, end)
    expect([same.status, same.body.fields]).toEqual([
      400,
      { ends_at: '新的截止時間須晚於目前的截止時間' },
    ])
    expect((await extend(campaign.id, end + day, ' ')).status).toBe(400)
    expect((await extend(campaign.id, end + day, '團'.repeat(201))).status).toBe(400)
    const first = await extend(campaign.id, end + day)
    expect([first.status, first.body.message]).toEqual([200, '已延長'])
    expect(first.body.campaign).toMatchObject({
      ends_at: end + day,
      extensions: [{ from_time: end, to_time: end + day, reason: '加開' }],
    })
    expect(Math.floor(((await groupOf(campaign.groupId))?.expiresAt.getTime() ?? 0) / 1_000)).toBe(
      end + day,
    )
    expect((await extend(campaign.id, end + 2 * day)).status).toBe(200)
    const third = await extend(campaign.id, end + 3 * day)
    expect([third.status, third.body.message]).toEqual([409, '最多只能延長兩次'])

    const late = await openCampaign(shop)
    await moveShopClock(shop, '1 day')
    const refused = await extend(late.id, seconds() + 3 * day)
    await moveShopClock(shop, '0')
    expect([refused.status, refused.body.message]).toEqual([409, '這個團已截止'])
  })

  it('keeps the day on which goods are expected to leave, unless the new end is later', async () => {
    const campaign = await openCampaign(shop)
    const end = Math.floor(((await stateOf(campaign.id))?.endsAt?.getTime() ?? 0) / 1_000)
    const ships_on = new Date((end + 2 * day + 8 * 3_600) * 1_000).toISOString().slice(0, 10)
    const read = await owner.get(`/admin/campaign/${campaign.id}`)
    const { version } = read.body.campaign
    const set = await owner.put(`/admin/campaign/${campaign.id}`, { version, ships_on })
    expect(set.body.campaign).toMatchObject({ state: 'open', ships_on })
    expect((await extend(campaign.id, end + day)).body.campaign.ships_on).toBe(ships_on)
    expect((await extend(campaign.id, end + 4 * day)).body.campaign).not.toHaveProperty('ships_on')
  })

  it('writes one mail to each live participant (CAMP-13)', async () => {
    const campaign = await openCampaign(shop)
    const places = [await join(campaign), await join(campaign), await join(campaign)]
    const [gone, ...stayed] = places
    await shop.database.db
      .update(participations)
      .set({ state: 'withdrawn', endedAt: new Date() })
      .where(eq(participations.id, gone?.participation.id))
    const end = Math.floor(((await stateOf(campaign.id))?.endsAt?.getTime() ?? 0) / 1_000)
    await extend(campaign.id, end + day, '颱風延後')
    await expect.poll(async () => (await extendedMails(campaign)).length).toBe(stayed.length)
    const told = await extendedMails(campaign)
    const text = told[0]?.textBody ?? ''
    for (const part of ['颱風延後', taipei(end), taipei(end + day), '退出']) {
      expect(text).toContain(part)
    }
    // Not in the transaction that locks the group: both tables have its time.
    const { rows: underLock } = await shop.database.pool.query(
      `select 1 from mail_outbox where kind like 'group_extended%'
         and created_at in (select at from campaign_extensions)`,
    )
    expect(underLock).toEqual([])
  })

  it('tells of each of two in a mail of its own, also when its job runs again (CAMP-13)', async () => {
    const campaign = await openCampaign(shop)
    const places = [await join(campaign), await join(campaign)]
    const end = Math.floor(((await stateOf(campaign.id))?.endsAt?.getTime() ?? 0) / 1_000)
    // The second one comes before the mails of the first are written.
    await extend(campaign.id, end + day, '第一次')
    await extend(campaign.id, end + 2 * day, '第二次')
    await expect.poll(async () => (await extendedMails(campaign)).length).toBe(4)
    // Jobs run at least once.
    await shop.payments.jobs.sendAll(shop.database.db, anyJob, await extendedJobs(campaign))
    await expect.poll(() => countOpenJobs()).toBe(0)
    const texts = (await extendedMails(campaign)).map(({ orderId, textBody }) => [
      orderId,
      ...[end, end + day, end + 2 * day].map((at) => textBody.includes(taipei(at))),
      textBody.includes('第一次'),
    ])
    expect(texts.toSorted()).toEqual(
      places
        .flatMap(({ participation: { order_id: id } }) => [
          [id, true, true, false, true],
          [id, false, true, true, false],
        ])
        .toSorted(),
    )
  })
})

describe('提前結束', () => {
  it('of teams refuses new ones and leaves the open ones their time (CAMP-14)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', minTarget: 5 })
    const leader = await openParticipant(shop)
    const opened = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign))
    expect(opened.status).toBe(200)
    const closed = await owner.post(`/admin/campaign/${campaign.id}/close`)
    expect([closed.status, closed.body.campaign.state]).toEqual([200, 'closing'])
    const other = await openParticipant(shop)
    const refused = await other.post(`/campaign/${campaign.id}/group`, joinData(campaign))
    expect([refused.status, refused.body.message]).toEqual([409, '這個團購已停止開團'])
    const joined = await other.post(`/group/${opened.body.code}/participation`, joinData(campaign))
    expect(joined.status).toBe(200)
    expect(closed.body.campaign.ends_at).toBeLessThanOrEqual(seconds() + 1)
    expect(joined.body.participation.group_state).toBe('forming')
  })

  it('of a pool or a group asks for the minimum, and is the time that it shows (DOOR-06)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    await join(campaign)
    for (const path of [`campaign/${campaign.id}`, `group/${campaign.groupId}`]) {
      const refused = await owner.post(`/admin/${path}/close`)
      expect([refused.status, refused.body.message]).toEqual([409, '尚未達成團門檻，不能提前結束'])
    }
    await join(campaign)
    expect((await owner.post(`/admin/group/${campaign.groupId}/close`)).status).toBe(200)
    const group = await groupOf(campaign.groupId)
    expect(group).toMatchObject({ closingReason: 'early' })
    const ended = await stateOf(campaign.id)
    expect(ended?.state).not.toBe('open')
    // Both show when it ended.
    for (const at of [group?.expiresAt, ended?.endsAt]) {
      expect(Number(at)).toBeLessThan(Date.now() + 1_000)
    }
  })
})

describe('取消團購', () => {
  it('asks for a reason of 1 to 200 characters and ends every undecided group', async () => {
    const campaign = await openCampaign(shop)
    const cancel = (reason: string) =>
      owner.post(`/admin/campaign/${campaign.id}/cancel`, { reason })
    expect((await cancel('')).status).toBe(400)
    expect((await cancel('團'.repeat(201))).status).toBe(400)
    expect((await cancel('團'.repeat(200))).status).toBe(200)
    expect(await stateOf(campaign.id)).toMatchObject({ state: 'cancelled', outcome: 'cancelled' })
    expect(await groupOf(campaign.groupId)).toMatchObject({ state: 'cancelled' })
    expect((await cancel('再一次')).status).toBe(409)
  })

  it('ends a draft that is not complete, which no shopper has seen', async () => {
    const saved = await owner.post('/admin/campaign', { title: '只有名稱' })
    const { id } = saved.body.campaign
    expect((await owner.post(`/admin/campaign/${id}/cancel`, { reason: '不辦了' })).status).toBe(
      200,
    )
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', outcome: 'cancelled' })
    expect((await shop.guest().get(`/campaign/${id}`)).status).toBe(404)
    expect((await owner.get(`/admin/campaign/${id}`)).body.campaign.title).toBe('只有名稱')
  })

  it('is refused once a group has succeeded (CAMP-16)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', minTarget: 1 })
    const leader = await openParticipant(shop)
    const { body } = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign))
    await shop.database.db
      .update(groups)
      .set({ state: 'succeeded', outcome: 'succeeded', decidedAt: new Date() })
      .where(eq(groups.code, body.code))
    const refused = await owner.post(`/admin/campaign/${campaign.id}/cancel`, { reason: '缺貨' })
    expect([refused.status, refused.body.message]).toEqual([409, '已有成團的團，不能取消整個團購'])
  })

  it('of what money stands behind is for those who may refund', async () => {
    const campaign = await openCampaign(shop)
    const { participation } = await join(campaign)
    await shop.database.db.insert(payments).values({
      id: `p-${participation.order_id}`,
      orderId: participation.order_id,
      provider: 'ecpay',
      method: 'card',
      amount: 100,
      status: 'authorised',
      reference: 'r',
    })
    const deps = {
      ...shop.payments,
      config: shop.config,
      paymentProviders: shop.payments.providers,
    }
    const cancelAs = (role: Role, id: string) => {
      const origin = { requestId: 'r', network: 'n', device: 'd' }
      const actor = { kind: 'admin', id: owner.uid, name: 'n', role, origin } as const
      return cancelCampaign(deps, actor, { id, reason: '缺貨' })
    }
    const refusal = { code: 'PERMISSION_DENIED' }
    await expect(cancelAs('manager', campaign.id)).rejects.toMatchObject(refusal)
    expect((await stateOf(campaign.id))?.state).toBe('open')
    await cancelAs('manager', (await openCampaign(shop)).id)
    await cancelAs('owner', campaign.id)
    expect((await stateOf(campaign.id))?.state).toBe('cancelled')
  })
})

describe('a leader', () => {
  it('of a pool, and another one of any group, is named by the owner (LEADER-10)', async () => {
    const campaign = await openCampaign(shop)
    const { member } = await join(campaign)
    const other = await shop.member()
    const name = (email: string) => owner.put(`/admin/group/${campaign.groupId}/leader`, { email })
    expect((await name(member.email)).status).toBe(200)
    expect((await groupOf(campaign.groupId))?.leaderId).toBe(member.uid)
    expect((await name(other.email.toUpperCase())).status).toBe(200)
    expect((await groupOf(campaign.groupId))?.leaderId).toBe(other.uid)
    // The leader sees the participants' data, so the page shows one even without a name.
    const shown = async () => (await shop.guest().get(`/group/${campaign.code}`)).body.group
    await expect.poll(async () => (await shown()).leader).toEqual({ name: '○○' })
    const unknown = await name('nobody@example.com')
    expect([unknown.status, unknown.body.message]).toEqual([
      400,
      '找不到使用 nobody@example.com 的會員',
    ])
    const teams = await openCampaign(shop, { kind: 'team' })
    const { body } = await member.post(`/campaign/${teams.id}/group`, joinData(teams))
    const [team] = await shop.database.db.select().from(groups).where(eq(groups.code, body.code))
    const path = `/admin/group/${team?.id}/leader`
    expect((await owner.put(path, { email: other.email })).status).toBe(200)
    expect((await groupOf(team?.id ?? ''))?.leaderId).toBe(other.uid)
  })
})

it('a leader whom the owner names is told so, with a place in the group and without (LEADER-10)', async () => {
  const campaign = await openCampaign(shop)
  const { member } = await join(campaign)
  const other = await openParticipant(shop)
  for (const { email } of [member, other]) {
    const path = `/admin/group/${campaign.groupId}/leader`
    expect((await owner.put(path, { email })).status).toBe(200)
    // Naming the same member again changes nothing and sends no mail.
    expect((await owner.put(path, { email })).status).toBe(200)
    const told = await shop.database.db
      .select()
      .from(mailOutbox)
      .where(and(eq(mailOutbox.recipient, email), eq(mailOutbox.kind, 'group_leader')))
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('您已成為團主（秋茶團購）'),
    ])
    const [mail] = told
    expect(mail?.textBody).toContain('本店指定您為這個團的團主')
    expect(mail?.textBody).not.toContain('原團主已離開')
    expect(mail?.textBody).toContain(`/main/member/groups/${campaign.code}`)
  }
})

it('可能不成團 lists what has under 24 h and under 60 % of its minimum (CAMP-17)', async () => {
  const inHours = async (hours: number, extra: string, units: number) => {
    const campaign = await openCampaign(shop, { minTarget: 10, title: `${hours}${extra}${units}` })
    await shop.database.pool.query(
      `update groups set expires_at = shop_now() + $2::interval, units_taken = $3, units_counted = $3
       where id = $1`,
      [campaign.groupId, `${hours} hours ${extra}`, units],
    )
    return campaign.groupId
  }
  const risky = await inHours(23, '', 5)
  const almost = await inHours(23, '59 minutes', 5)
  const enough = await inHours(23, '', 6)
  const later = await inHours(24, '2 seconds', 5)
  const { body } = await owner.get('/admin/groups?at_risk=1')
  const listed = new Map(
    body.groups.map((group: { id: string; missing: number }) => [group.id, group.missing]),
  )
  expect(listed.get(risky)).toBe(5)
  expect(listed.get(almost)).toBe(5)
  expect([...listed.keys()]).not.toContain(enough)
  expect([...listed.keys()]).not.toContain(later)
})

it('a published pool opens with its group', async () => {
  const product = await shop.product({ price: 1_000 })
  const id = await publishCampaign(owner, product, { starts_at: seconds() - 30 })
  await takeCampaignTurn({ ...shop.payments, config: shop.config }, id)
  const { body } = await owner.get(`/admin/campaign/${id}`)
  expect(body.campaign).toMatchObject({ state: 'open', groups: { forming: 1 } })
  expect((await owner.get(`/admin/groups?campaign_id=${id}`)).body.groups).toHaveLength(1)
})
