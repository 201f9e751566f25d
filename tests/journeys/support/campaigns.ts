import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { sellerApi } from '#contract/campaign-sellers.ts'
import type { LeaderSending } from '#contract/campaign-states.ts'
import { type AdminCampaign, campaignApi, type Participation } from '#contract/campaigns.ts'
import type { Product } from '#contract/catalog.ts'
import { joinApi } from '#contract/participations.ts'
import { freshWord } from './back-office.ts'
import { createMember, type Member } from './members.ts'
import { callShop, createProduct, endpointPath } from './shop-api.ts'
import { queryShop } from './shop-database.ts'

interface OpenedCampaign {
  id: string
  title: string
  products: Product[]
  /** Of the group of a pool; empty for teams. */
  code: string
}

/** A campaign that the owner has published and the shop has opened; 100, from 3 units 90, from 6 80. */
export async function openCampaign(
  request: APIRequestContext,
  admin: string,
  values: Partial<Parameters<typeof draft>[2]> = {},
): Promise<OpenedCampaign> {
  const campaign = await draft(request, admin, values)
  const { id } = campaign.saved
  await callShop(request, adminCampaignApi.publish, { params: { id } }, admin)
  let code = ''
  await expect
    .poll(async () => {
      const { campaign: read } = await callShop(request, campaignApi.detail, { params: { id } })
      code = read.code ?? ''
      return read.state
    })
    .toBe('open')
  return { id, title: campaign.saved.title, products: campaign.products, code }
}

async function draft(
  request: APIRequestContext,
  admin: string,
  values: {
    title?: string
    kind?: 'pool' | 'team'
    min_target?: number
    max_units?: number
    leaders_only?: boolean
    has_sellers?: boolean
    commission_percent?: number
    productCount?: number
    /** Of each product, in whole NT$; the ceiling is NT$20 lower. */
    price?: number
    /** Flavours of each product, NT$10 dearer one after the other. */
    flavours?: string[]
    delivery?: 'each' | 'leader'
    supply?: 'stock' | 'order'
    money?: 'pay_after_success' | 'authorise_capture'
    pays_leader?: boolean
    leader_sending?: LeaderSending
    starts_at?: number
    ends_at?: number
  },
): Promise<{ saved: AdminCampaign; products: Product[] }> {
  const { productCount = 1, price = 120, flavours = [], kind = 'pool', ...given } = values
  const word = freshWord()
  const products: Product[] = []
  for (let index = 0; index < productCount; index++) {
    const title = `團購商品 ${word}${index || ''}`
    const variants = flavours.map((value, at) => ({
      option_values: [value],
      price: price + 10 * at,
    }))
    const sold = flavours.length > 0 && {
      options: [{ name: '口味', values: flavours }],
      variants,
    }
    products.push(await createProduct(request, admin, { title, price, ...sold }))
  }
  const now = Math.floor(Date.now() / 1000)
  const data = {
    title: `團購 ${word}`,
    kind,
    min_target: 4,
    starts_at: now,
    ends_at: now + 3 * 24 * 60 * 60,
    ...(kind === 'team' && { team_hours: 24 }),
    products: products.map(({ id }) => ({ product_id: id })),
    tiers: [1, 3, 6].map((from_units, tier) => ({
      from_units,
      prices: products.map(({ id }) => ({ product_id: id, unit_price: price - 20 - 10 * tier })),
    })),
    ...given,
  }
  const { campaign } = await callShop(request, adminCampaignApi.create, { data }, admin)
  return { saved: campaign, products }
}

/** A member whose mailbox is verified: others may not join. */
export async function createParticipant(
  request: APIRequestContext,
  displayName = '王小明',
): Promise<Member> {
  const member = await createMember(request, { displayName })
  await queryShop('update members set email_verified = true where uid = $1', [member.uid])
  // The next token says so.
  const renewed = await request.post('/securetoken.googleapis.com/v1/token?key=minmin', {
    form: { grant_type: 'refresh_token', refresh_token: member.refreshToken },
  })
  const { id_token: token } = (await renewed.json()) as { id_token: string }
  return { ...member, token }
}

/** A team of 林團主, who takes its first place with one piece. */
export async function openLedTeam(
  request: APIRequestContext,
  admin: string,
  values: Omit<Parameters<typeof openCampaign>[2] & object, 'kind' | 'delivery'>,
) {
  const of = { kind: 'team', delivery: 'leader', ...values } as const
  const campaign = await openCampaign(request, admin, of)
  const leader = await createParticipant(request, '林團主')
  const opened = await request.post(`/v2/api/shopping-minmin/campaign/${campaign.id}/group`, {
    headers: { Authorization: leader.token },
    data: {
      data: {
        lines: [{ product_id: campaign.products[0]?.id, qty: 1 }],
        user: {
          ...{ name: '林團主', email: leader.email, tel: '0987654321' },
          address: '臺北市中山區南京西路 1 號',
        },
        pickup_place: '捷運中山站 2 號出口',
      },
    },
  })
  const { code } = (await opened.json()) as { code: string }
  return { campaign: { ...campaign, code }, leader }
}

/** The code of the link by which a member sells a campaign. */
export async function takeSellerLink(
  request: APIRequestContext,
  { id }: Pick<OpenedCampaign, 'id'>,
  member: Member,
): Promise<string> {
  const response = await request.post(endpointPath(sellerApi.take).replace(':id', id), {
    headers: { Authorization: member.token },
    data: { data: { name: '林小華' } },
  })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { selling: { code: string } }).selling.code
}

/** Joins through the API, for a journey that is about something else. */
export async function joinGroup(
  request: APIRequestContext,
  campaign: OpenedCampaign,
  member: Member,
  qty = 1,
  name = '王小明',
): Promise<Participation> {
  const path = endpointPath(joinApi.join).replace(':code', campaign.code)
  const response = await request.post(path, {
    headers: { Authorization: member.token },
    data: {
      data: {
        lines: [{ product_id: campaign.products[0]?.id, qty }],
        user: {
          name,
          email: member.email,
          tel: '0912345678',
          address: '臺北市信義區市府路 1 號',
        },
      },
    },
  })
  const reply = await response.text()
  expect(response.ok(), reply).toBe(true)
  return (JSON.parse(reply) as { participation: Participation }).participation
}

/** Ends the time of a group now, and lets the job of its deadline be due. */
export async function endGroup(code: string): Promise<void> {
  await queryShop('update groups set expires_at = shop_now() where code = $1', [code])
  await queryShop(
    `update pgboss.job set start_after = now() where name = 'group.turn' and state = 'created'
      and data ->> 'groupId' = (select id::text from groups where code = $1)`,
    [code],
  )
}
