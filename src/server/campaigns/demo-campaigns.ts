import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { readVariants } from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { groups } from '../db/tables/groups.ts'
import { transaction } from '../db/transaction.ts'
import { demoActor } from '../http/actor.ts'
import { memberOwner } from '../http/caller.ts'
import { type DemoMember, insertDemoMembers } from '../members/demo-members.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import type { PaymentProviders } from '../payments/payment-providers.ts'
import { findProductByTitle } from './back-office/admin-campaigns.queries.ts'
import { createCampaign } from './back-office/campaign-edit.service.ts'
import { publishCampaign } from './back-office/campaign-steps.service.ts'
import { readShopNow } from './campaigns.queries.ts'
import { type JoinDeps, joinGroup, openTeam } from './join/join.service.ts'
import type { PlaceRequest } from './join/take-place.ts'
import { takeCampaignTurn } from './turn-campaign.ts'

type DemoDeps = JoinDeps & {
  paymentProviders: PaymentProviders
  hasher: PasswordHasher
}

const note = '這是示範團購，跟團的都是示範會員。'
const hour = 60 * 60
const day = 24 * hour

interface DemoCampaign {
  /** The title of a product of the demo shop. */
  product: string
  title: string
  description: string
  kind: 'pool' | 'team'
  min_target: number
  max_units?: number
  team_hours?: number
  /** Units and prices in whole NT$. */
  tiers: [fromUnits: number, unitPrice: number][]
  /** Seconds from the start of the demo. */
  startsIn: number
  endsIn: number
  /** Units of each demo member, who take the product's variants in turn; of a team the first one leads. */
  places: number[]
}

const demoCampaigns: DemoCampaign[] = [
  {
    product: '高山烏龍茶禮罐（雙罐組）',
    title: '高山烏龍茶禮罐 產地直送團',
    description: '春茶裝罐，三種口味一起湊滿，就直接由茶廠出貨。',
    kind: 'pool',
    min_target: 20,
    max_units: 60,
    tiers: [
      [1, 900],
      [20, 850],
      [40, 780],
    ],
    startsIn: 0,
    endsIn: 3 * day + 4 * hour,
    places: [3, 2, 2, 1, 3, 2, 1, 2, 2],
  },
  {
    product: '植萃冷製手工皂（三入）',
    title: '植萃冷製手工皂 揪團',
    description: '找三五好友一起買，團主分享連結就能揪人。',
    kind: 'team',
    min_target: 6,
    team_hours: 48,
    tiers: [
      [1, 520],
      [6, 480],
      [12, 450],
    ],
    startsIn: 0,
    endsIn: 7 * day,
    places: [2, 1, 1],
  },
  {
    product: '復古靜音桌扇',
    title: '復古靜音桌扇 開團預告',
    description: '明天開團，湊滿十台享團購價。',
    kind: 'pool',
    min_target: 10,
    tiers: [
      [1, 1_290],
      [10, 1_190],
    ],
    startsIn: day,
    endsIn: 6 * day,
    places: [],
  },
]

/**
 * Opens the campaigns of a demo shop that nobody has used yet: with times from now on, and with demo
 * members who join as everybody does. It is called for the demo alone.
 */
export async function loadDemoCampaigns(
  deps: DemoDeps,
  say: (line: string) => void,
): Promise<void> {
  const { db } = deps
  if (!(await isUntouched(db))) return
  // Nobody can sign in with it.
  const passwordHash = await deps.hasher.hash(randomUUID())
  const mostPlaces = Math.max(...demoCampaigns.map(({ places }) => places.length))
  const members = await transaction(db, async (tx) => {
    // Of several processes that start together one finds the shop untouched.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo campaigns'))`)
    return (await isUntouched(tx)) ? insertDemoMembers(tx, mostPlaces, passwordHash) : []
  })
  if (members.length === 0) return
  say('Opening the campaigns of the demo shop')
  for (const demo of demoCampaigns) await openDemo(deps, demo, members)
}

async function isUntouched(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_used: boolean }>(sql`
    select exists (select from campaigns) or exists (select from orders)
      or exists (select from members)
      or exists (select from demo_shop where cleared_at is not null) as is_used`)
  return rows[0]?.is_used === false
}

/** One whose product the shop does not have is left out. */
async function openDemo(deps: DemoDeps, demo: DemoCampaign, members: DemoMember[]): Promise<void> {
  const { db } = deps
  const productId = await findProductByTitle(db, demo.product)
  if (productId === undefined) return
  const now = Math.floor((await readShopNow(db)) / 1_000)
  const { title, kind, min_target, max_units, team_hours, startsIn, endsIn } = demo
  const input = {
    ...{ title, kind, min_target },
    description: `${demo.description}\n\n${note}`,
    ...(max_units !== undefined && { max_units }),
    ...(team_hours !== undefined && { team_hours }),
    starts_at: now + startsIn,
    ends_at: now + endsIn,
    products: [{ product_id: productId }],
    tiers: demo.tiers.map(([from_units, unit_price]) => ({
      from_units,
      prices: [{ product_id: productId, unit_price }],
    })),
  }
  const id = await createCampaign(deps, demoActor, { input, ownAddress: '' })
  await publishCampaign(deps, demoActor, id)
  if (startsIn > 0) return
  await takeCampaignTurn({ ...deps, providers: deps.paymentProviders }, id)
  await joinDemo(deps, { id, productId, demo, members })
}

/** By the two calls that members make for themselves. */
async function joinDemo(
  deps: DemoDeps,
  of: { id: string; productId: string; demo: DemoCampaign; members: DemoMember[] },
): Promise<void> {
  const { id, productId, demo, members } = of
  const variants = await readVariants(deps.db, productId)
  let code = await findPoolCode(deps.db, id)
  for (const [index, qty] of demo.places.entries()) {
    const member = members[index]
    if (!member) throw new Error('there are fewer demo members than places')
    const variantId = variants[index % variants.length]?.id
    const request = { ...placeOf(member), lines: [{ productId, variantId, qty }] }
    const call = { intended: undefined, ownAddress: '' }
    if (code) await joinGroup(deps, { ...request, code }, call)
    else {
      const opened = await openTeam(deps, { ...request, campaignId: id, pickupPlace: '' }, call)
      code = opened.code
    }
  }
}

function placeOf({ uid, email, name }: DemoMember): Omit<PlaceRequest, 'lines'> {
  const owner = memberOwner(uid)
  return {
    memberId: uid,
    owner,
    actor: { kind: 'shopper', owner },
    isProved: true,
    user: { name, email, tel: '0900000000', address: '示範地址' },
    message: '示範資料',
    coupon: undefined,
    acceptsFewer: false,
    isAnonymous: false,
    privacyVersion: undefined,
    via: undefined,
    expectedTotal: undefined,
  }
}

async function findPoolCode(db: Db, campaignId: string): Promise<string | undefined> {
  const [group] = await db
    .select({ code: groups.code })
    .from(groups)
    .where(eq(groups.poolOf, campaignId))
  return group?.code
}
