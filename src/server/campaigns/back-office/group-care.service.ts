import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../../audit/audit.ts'
import { violatedConstraint } from '../../db/database-error.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { turnCampaign } from '../closing/closing.jobs.ts'
import type { GroupRow } from '../group-wire.ts'
import { queueNamedLeaderMail } from '../mails/group-mails.ts'
import type { CampaignRow } from './admin-campaigns.queries.ts'
import { lockKnown } from './campaign-edit.service.ts'
import { findGroupCampaign, lockGroupRow, updateGroup } from './campaign-steps.queries.ts'
import {
  assertMayReturnMoney,
  type CampaignStepDeps,
  cancelGroupRow,
  cancelLocked,
  closeEarly,
  closeLocked,
  readReason,
} from './campaign-steps.service.ts'
import { findMemberOf } from './named-member.ts'

interface Locked {
  campaign: CampaignRow
  now: Date
  group: GroupRow
}

/** Ends a group early that has reached its minimum; a pool ends with its campaign. */
export function closeGroupEarly(
  deps: CampaignStepDeps,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return changeGroup(deps.db, id, async (tx, { campaign, now, group }) => {
    if (group.poolOf) await closeLocked(tx, deps, { campaign, now, actor })
    else await closeEarly(tx, deps, { campaign, group, actor })
    const subject = groupSubject(group, campaign)
    await recordAudit(tx, actor, { action: 'group.close', subject })
  })
}

/** Cancels one group that is not decided; a pool is cancelled with its campaign. */
export function cancelGroup(
  deps: CampaignStepDeps,
  actor: StaffActor,
  cancel: { id: string; reason: string },
): Promise<void> {
  const reason = readReason(cancel.reason)
  return changeGroup(deps.db, cancel.id, async (tx, { campaign, group }) => {
    if (group.poolOf) {
      if (group.outcome) throw new ShopError('GROUP_DECIDED')
      await cancelLocked(tx, deps, { campaign, reason, actor })
    } else {
      await assertMayReturnMoney(tx, actor, [group.id])
      await cancelGroupRow(tx, deps, group, { reason, actor })
      await deps.jobs.send(tx, turnCampaign, { campaignId: campaign.id })
    }
    const subject = groupSubject(group, campaign)
    await recordAudit(tx, actor, { action: 'group.cancel', subject, after: { reason } })
  })
}

/** Names who leads a group. The commission stays with who led at the decision. */
export function nameLeader(
  deps: CampaignStepDeps,
  actor: StaffActor,
  { id, email }: { id: string; email: string },
): Promise<void> {
  return refuseSecondTeam(() =>
    changeGroup(deps.db, id, async (tx, { campaign, group }) => {
      const { uid, email: recipient } = await findMemberOf(tx, email)
      if (uid === group.leaderId) return
      // The ways to pay are those of the former leader, and so is the account that they name.
      await updateGroup(tx, group.id, { leaderId: uid, payWays: null })
      if (recipient !== null) {
        const { title } = campaign
        await queueNamedLeaderMail(deps, tx, { title, code: group.code, recipient })
      }
      const subject = groupSubject(group, campaign)
      const [before, after] = [{ leaderId: group.leaderId }, { leaderId: uid }]
      await recordAudit(tx, actor, { action: 'group.leader', subject, before, after })
    }),
  )
}

export function groupSubject(
  { id, code }: Pick<GroupRow, 'id' | 'code'>,
  { title }: Pick<CampaignRow, 'title'>,
) {
  return { kind: 'group', id, title: `${title} ${code}` }
}

/** Locks the campaign, then the group: the order in which a campaign is cancelled. */
async function changeGroup(
  db: NodePgDatabase,
  id: string,
  change: (tx: Transaction, locked: Locked) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const campaignId = await findGroupCampaign(tx, id)
    if (campaignId === undefined) throw new ShopError('GROUP_NOT_FOUND')
    const locked = await lockKnown(tx, campaignId)
    const group = await lockGroupRow(tx, id)
    if (!group) throw new ShopError('GROUP_NOT_FOUND')
    await change(tx, { ...locked, group })
  })
}

async function refuseSecondTeam<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'groups_leading') throw error
    const message = '這位會員在此團購已經帶領另一團'
    throw new ShopError('GROUP_ALREADY_LEADING', { message, cause: error })
  }
}
