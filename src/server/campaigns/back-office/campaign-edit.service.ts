import { isDeepStrictEqual } from 'node:util'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type * as schema from '#contract/admin-campaigns.schema.ts'
import { campaignBounds } from '#contract/campaign-states.ts'
import { changedFields, recordAudit } from '../../audit/audit.ts'
import { storedPicture } from '../../catalog/picture-address.ts'
import type { Db } from '../../db/connect.ts'
import type { ProductSnapshot } from '../../db/tables/campaigns.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { authorisationDays } from '../closing/authorisation-days.ts'
import { campaignStateRefusal } from '../moves.queries.ts'
import { scheduleOpening } from '../turn-campaign.ts'
import {
  type CampaignRow,
  findSellable,
  listNamedLeaders,
  lockCampaign,
  readCampaign,
  type WholeCampaign,
} from './admin-campaigns.queries.ts'
import { emptyDraft, mergeDraft, toDraft } from './campaign-draft.ts'
import {
  archiveCampaignRow,
  hasUnshippedOrders,
  insertCampaign,
  raiseGroupCaps,
  updateCampaign,
  writeLeaders,
  writeProducts,
  writeTiers,
} from './campaign-edit.queries.ts'
import {
  type CampaignDraft,
  draftFaults,
  type Faults,
  isAllowedOnceOpen,
  missingFaults,
  type RuleContext,
} from './campaign-rules.ts'
import { findMemberOf } from './named-member.ts'

export interface CampaignEditDeps {
  db: NodePgDatabase
  jobs: JobSender
  paymentProviders: PaymentProviders
}

type CampaignInput = Static<typeof schema.adminCreate.data>
type CampaignChange = Static<typeof schema.adminUpdate.data>

export function campaignSubject({ id, title }: Pick<CampaignRow, 'id' | 'title'>) {
  return { kind: 'campaign', id, title }
}

/** Saves a draft that has no more than a title; what it has is judged. Returns its id. */
export function createCampaign(
  deps: CampaignEditDeps,
  actor: StaffActor,
  { input, ownAddress }: { input: CampaignInput; ownAddress: string },
): Promise<string> {
  const draft = mergeDraft(emptyDraft, withStoredPictures(input, ownAddress))
  return transaction(deps.db, async (tx) => {
    refuseFaults(draftFaults(draft, await readContext(tx, deps, draft)))
    const id = await insertCampaign(tx, draft)
    const subject = campaignSubject({ id, title: draft.title })
    await recordAudit(tx, actor, { action: 'campaign.create', subject, after: { ...draft } })
    return id
  })
}

/**
 * Changes what the input names: anything before the campaign opens, then its texts, and limits that
 * are raised.
 */
export async function changeCampaign(
  deps: CampaignEditDeps,
  actor: StaffActor,
  change: { id: string; input: CampaignChange; ownAddress: string },
): Promise<void> {
  const { id, ownAddress } = change
  const { version, ...input } = change.input
  await transaction(deps.db, async (tx) => {
    const { campaign, now } = await lockKnown(tx, id)
    if (campaign.version !== version) throw new ShopError('CAMPAIGN_CHANGED')
    const whole = await readLocked(tx, id)
    const known = toDraft(whole)
    const next = mergeDraft(known, withStoredPictures(input, ownAddress))
    const { before, after, isChanged } = changedFields(known, next)
    if (!isChanged) return
    const snapshots = snapshotsOf(whole, next)
    const context = await readContext(tx, deps, next, snapshots)
    const changed = Object.keys(after) as (keyof CampaignDraft)[]
    assertChangeable(campaign, { known, next, changed })
    const isOpened = campaign.state !== 'draft' && campaign.state !== 'scheduled'
    const faults = draftFaults(next, context)
    refuseFaults(isOpened ? onlyOf(faults, openFields) : faults)
    if (campaign.state === 'scheduled') refuseFaults(missingFaults(next, context, now))
    await updateCampaign(tx, id, after)
    if (after.products || after.chosen) {
      const taken = campaign.state === 'scheduled' ? context.products : new Map()
      await writeProducts(tx, id, { ...next, snapshots: taken })
    }
    if (after.tiers || after.products) await writeTiers(tx, id, next.tiers)
    if (isOpened && 'maxUnits' in after) await raiseGroupCaps(tx, id, next.maxUnits)
    if (campaign.state === 'scheduled' && 'startsAt' in after) await scheduleOpening(tx, deps, id)
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.update', subject, before, after })
  })
}

/** Fields that may change once it is open, by their names on the wire. */
const openFields = ['title', 'max_units', 'per_member_limit', 'ships_on']

function assertChangeable(
  { state }: CampaignRow,
  change: { known: CampaignDraft; next: CampaignDraft; changed: (keyof CampaignDraft)[] },
): void {
  if (state === 'draft' || state === 'scheduled') return
  const { known, next, changed } = change
  if (!isAllowedOnceOpen(changed, [known, next], state === 'open')) {
    throw new ShopError('CAMPAIGN_LOCKED')
  }
}

/** A draft with the same settings, products and tiers, and without times. Returns its id. */
export function copyCampaign(
  { db }: CampaignEditDeps,
  actor: StaffActor,
  id: string,
): Promise<string> {
  return transaction(db, async (tx) => {
    const whole = await readCampaign(tx, id)
    if (!whole || whole.campaign.archivedAt) throw new ShopError('CAMPAIGN_NOT_FOUND')
    const title = copiedTitle(whole.campaign.title)
    const draft = { ...toDraft(whole), title, startsAt: null, endsAt: null, shipsOn: null }
    const sellable = await findSellable(tx, draft.products)
    const products = draft.products.filter((productId) => sellable.has(productId))
    const tiers = draft.tiers.map(({ fromUnits, prices }) => ({
      fromUnits,
      prices: prices.filter(({ productId }) => sellable.has(productId)),
    }))
    const copy = await insertCampaign(tx, { ...draft, products, tiers })
    const subject = campaignSubject({ id: copy, title })
    const after = { copiedFrom: id }
    await recordAudit(tx, actor, { action: 'campaign.copy', subject, after })
    return copy
  })
}

const copyMark = '（複製）'

function copiedTitle(title: string): string {
  const { max } = campaignBounds.titleLength
  return `${[...title].slice(0, max - copyMark.length).join('')}${copyMark}`
}

const unshippedMessage = '還有已付款、尚未出貨的訂單，出貨後才能刪除'

/**
 * It leaves the lists; the books keep it. Refused while members could take part in it, and while its
 * goods are still to be ordered and shipped.
 */
export function archiveCampaign(
  { db }: CampaignEditDeps,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    const { campaign } = await lockKnown(tx, id)
    const isOver = ['draft', 'failed', 'settled', 'cancelled'].includes(campaign.state)
    if (!isOver) throw campaignStateRefusal(campaign.state)
    if (await hasUnshippedOrders(tx, id)) {
      throw new ShopError('CAMPAIGN_STATE', { message: unshippedMessage })
    }
    await archiveCampaignRow(tx, id)
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.archive', subject })
  })
}

/** Names the members who may open a team; nobody else may where `leaders_only` is set. */
export function nameLeaders(
  { db }: CampaignEditDeps,
  actor: StaffActor,
  leaders: { id: string; emails: readonly string[]; expected: readonly string[] | undefined },
): Promise<void> {
  const { id, emails, expected } = leaders
  return transaction(db, async (tx) => {
    const { campaign } = await lockKnown(tx, id)
    if (expected) {
      const now = new Set((await listNamedLeaders(tx, id)).map(({ email }) => email))
      const changed = now.symmetricDifference(new Set(expected))
      if (changed.size > 0) throw new ShopError('CAMPAIGN_CHANGED')
    }
    const members = await Promise.all(emails.map((email) => findMemberOf(tx, email)))
    const uids = [...new Set(members.map(({ uid }) => uid))]
    await writeLeaders(tx, id, uids)
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.leaders', subject, after: { leaders: uids } })
  })
}

/** Throws CAMPAIGN_NOT_FOUND. */
export async function lockKnown(tx: Transaction, id: string) {
  const locked = await lockCampaign(tx, id)
  if (!locked) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return locked
}

/** All of a campaign whose row is locked. */
export async function readLocked(tx: Transaction, id: string): Promise<WholeCampaign> {
  const whole = await readCampaign(tx, id)
  if (!whole) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return whole
}

/** Snapshots of a published campaign, whatever became of the products. */
function snapshotsOf(
  { campaign, products }: WholeCampaign,
  next: CampaignDraft,
): Map<string, ProductSnapshot> {
  if (campaign.state === 'draft') return new Map()
  // Another choice of its variants takes a product as it is now.
  const kept = products.filter(({ productId, chosen }) =>
    isDeepStrictEqual(chosen, next.chosen[productId] ?? null),
  )
  return new Map(kept.map(({ productId, snapshot }) => [productId, snapshot]))
}

/** The products as they are now, or as the campaign sells them already. */
export async function readContext(
  tx: Db,
  { paymentProviders }: Pick<CampaignEditDeps, 'paymentProviders'>,
  { products, chosen }: CampaignDraft,
  snapshots: ReadonlyMap<string, ProductSnapshot> = new Map(),
): Promise<RuleContext & { products: Map<string, ProductSnapshot> }> {
  const fresh = products.filter((id) => !snapshots.has(id))
  const sellable = await findSellable(tx, fresh, chosen)
  return {
    products: new Map([...sellable, ...snapshots]),
    authorisationDays: authorisationDays(paymentProviders),
  }
}

/** One text for each faulty field; nothing when there is none. */
export function refuseFaults(fields: Faults): void {
  const message = Object.values(fields)
  if (message.length > 0) throw new ShopError('INVALID_INPUT', { message, fields })
}

function onlyOf(faults: Faults, names: readonly string[]): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => names.includes(name)))
}

function withStoredPictures<Input extends { pictures?: string[] | undefined }>(
  input: Input,
  ownAddress: string,
): Input {
  if (!input.pictures) return input
  const pictures = input.pictures
    .map((picture) => storedPicture(picture, 'pictures', ownAddress))
    .filter((picture) => picture !== '')
  return { ...input, pictures }
}
