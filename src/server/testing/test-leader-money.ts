import { eq } from 'drizzle-orm'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { groups } from '../db/tables/groups.ts'
import { joinData, openCampaign, openParticipant } from './test-campaigns.ts'
import { closingDeps, type JoinedMember, joinAs } from './test-closing.ts'
import type { TestShop } from './test-shop.ts'

type Values = Parameters<typeof openCampaign>[1]

/** A team that has succeeded and is paid to its leader, at 100 a piece; its members have 1, 2, 3, 1, ... pieces. */
export async function openLeaderTeam(shop: TestShop, size: number, values: Values = {}) {
  const of = { kind: 'team', delivery: 'leader', minTarget: 1, paysLeader: true } as const
  const campaign = await openCampaign(shop, { ...of, ...values }, { tiers: [[1, 100]] })
  const leader = await openParticipant(shop)
  const more = { pickup_place: '信義區 1 號管理室' }
  const opened = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign, [1], more))
  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body))
  const { code } = opened.body
  const members: JoinedMember[] = []
  for (let n = 0; n < size; n++) {
    members.push(await joinAs(shop, { ...campaign, code }, (n % 3) + 1))
  }
  const [group] = await shop.database.db.select().from(groups).where(eq(groups.code, code))
  if (!group) throw new Error('the team was not opened')
  await leader.post(`/group/${code}/close`)
  const deps = closingDeps(shop)
  await takeGroupTurn(deps, group.id)
  await applyDecision(deps, group.id)
  const ownPlace = { id: opened.body.participation.id, orderId: opened.body.participation.order_id }
  return { ...campaign, leader, ownPlace, members, code, groupId: group.id }
}
