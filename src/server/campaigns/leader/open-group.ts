import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { createId } from '../../db/id.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { groupEvents } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Actor, actorKey } from '../../http/actor.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { sendAt, turnGroup } from '../closing/closing.jobs.ts'

export interface OpenedGroup {
  id: string
  code: string
  expiresAt: Date
}

/**
 * Opens a group of an open campaign, whose row the caller has locked or read, and enqueues its end:
 * of a pool with the campaign, of a team the earlier of its own hours and the campaign's end.
 */
export async function openGroup(
  tx: Transaction,
  jobs: JobSender,
  group: { campaignId: string; leaderId: string | null; pickupPlace?: string; actor: Actor },
): Promise<OpenedGroup> {
  const { campaignId, leaderId, pickupPlace = '', actor } = group
  const [of] = await tx
    .select({
      isPool: sql<boolean>`${campaigns.kind} = 'pool'`,
      maxUnits: campaigns.maxUnits,
      // `least` passes over the null of a pool's hours.
      expiresAt:
        sql`least(${campaigns.endsAt}, shop_now() + ${campaigns.teamHours} * interval '1 hour')`.mapWith(
          groups.expiresAt,
        ),
      openedAt: sql`shop_now()`.mapWith(groups.openedAt),
    })
    .from(campaigns)
    .where(eq(campaigns.id, campaignId))
  if (!of) throw new Error(`no campaign ${campaignId}`)
  const { isPool, expiresAt, ...facts } = of
  const opened = { id: createId(), code: randomBytes(16).toString('base64url'), expiresAt }
  await tx.insert(groups).values({
    ...opened,
    ...facts,
    campaignId,
    leaderId,
    pickupPlace,
    poolOf: isPool ? campaignId : null,
  })
  await tx.insert(groupEvents).values({
    campaignId,
    groupId: opened.id,
    event: 'open',
    toState: 'forming',
    actor: actorKey(actor),
  })
  await sendAt(tx, jobs, turnGroup, { groupId: opened.id }, expiresAt)
  return opened
}
