import type { Static } from 'typebox'
import type * as schema from './campaigns.schema.ts'
import { endpoint } from './endpoint.ts'

export type CampaignSummary = Static<typeof schema.CampaignSummary>
export type CampaignProduct = Static<typeof schema.CampaignProduct>
export type CampaignTier = Static<typeof schema.CampaignTier>
export type Campaign = Static<typeof schema.Campaign>
export type Group = Static<typeof schema.Group>
export type Participation = Static<typeof schema.Participation>
export type LeaderConsole = Static<typeof schema.leaderConsole.reply>['console']
export type AdminCampaign = Static<typeof schema.AdminCampaign>
export type AdminGroup = Static<typeof schema.AdminGroup>
export type AdminParticipation = Static<typeof schema.AdminParticipation>
export type Settlement = Static<typeof schema.adminSettlement.reply>['settlement']

/** What an event of a group's stream carries. */
export type GroupEventData = Group & { server_now: number }

export const campaignApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/campaigns',
    caller: 'anyone',
    summary: 'One page of campaigns: open ones by their end, scheduled by their start, or ended',
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/campaign/:id',
    caller: 'anyone',
    summary: 'One campaign, published',
  }),
  openTeam: endpoint<typeof schema.openTeam>({
    method: 'POST',
    path: '{shop}/campaign/:id/group',
    caller: 'member',
    summary: 'Open a team and take its first place (honours Idempotency-Key)',
  }),
}

export const groupApi = {
  detail: endpoint<typeof schema.group>({
    method: 'GET',
    path: '{shop}/group/:code',
    caller: 'anyone',
    summary: 'One group by its code, with an ETag',
  }),
  events: endpoint<typeof schema.groupEvents>({
    method: 'GET',
    path: '{shop}/group/:code/events',
    caller: 'anyone',
    summary: 'The live state of a group as server-sent events',
  }),
  join: endpoint<typeof schema.join>({
    method: 'POST',
    path: '{shop}/group/:code/participation',
    caller: 'member',
    summary: 'Join a group (honours Idempotency-Key)',
  }),
  console: endpoint<typeof schema.leaderConsole>({
    method: 'GET',
    path: '{shop}/group/:code/console',
    caller: 'member',
    summary: "The leader's view of a group",
  }),
  close: endpoint<typeof schema.closeOwn>({
    method: 'POST',
    path: '{shop}/group/:code/close',
    caller: 'member',
    summary: 'End an own team early',
    ignoresBody: true,
  }),
  remind: endpoint<typeof schema.remind>({
    method: 'POST',
    path: '{shop}/group/:code/reminder',
    caller: 'member',
    summary: 'Mail a reminder to the participants who have not paid',
    ignoresBody: true,
  }),
  handOut: endpoint<typeof schema.handOut>({
    method: 'PUT',
    path: '{shop}/group/:code/handout/:participationId',
    caller: 'member',
    summary: 'Tick off what a participant has picked up, or take the tick back',
  }),
}

export const participationApi = {
  list: endpoint<typeof schema.participations>({
    method: 'GET',
    path: '{shop}/participations',
    caller: 'member',
    summary: 'One page of own participations, the newest first',
  }),
  detail: endpoint<typeof schema.participation>({
    method: 'GET',
    path: '{shop}/participation/:id',
    caller: 'member',
    summary: 'One own participation',
  }),
  change: endpoint<typeof schema.change>({
    method: 'PUT',
    path: '{shop}/participation/:id',
    caller: 'member',
    summary: 'Change an own participation until its group closes',
  }),
  withdraw: endpoint<typeof schema.withdraw>({
    method: 'DELETE',
    path: '{shop}/participation/:id',
    caller: 'member',
    summary: 'Leave a group, or decline to pay for a place',
  }),
}

export const commissionApi = {
  list: endpoint<typeof schema.commission>({
    method: 'GET',
    path: '{shop}/commission',
    caller: 'member',
    summary: 'The own commission as a leader',
  }),
}

export const adminCampaignApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/campaigns',
    caller: 'admin',
    permission: 'order.read',
    summary: 'One page of campaigns, the newest first',
  }),
  options: endpoint<typeof schema.adminOptions>({
    method: 'GET',
    path: '{shop}/admin/campaigns/options',
    caller: 'admin',
    permission: 'order.read',
    summary: 'What the methods of payment allow a campaign to be',
  }),
  create: endpoint<typeof schema.adminCreate>({
    method: 'POST',
    path: '{shop}/admin/campaign',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.create',
    summary: 'Create a draft',
  }),
  detail: endpoint<typeof schema.adminDetail>({
    method: 'GET',
    path: '{shop}/admin/campaign/:id',
    caller: 'admin',
    permission: 'order.read',
    summary: 'One campaign',
  }),
  update: endpoint<typeof schema.adminUpdate>({
    method: 'PUT',
    path: '{shop}/admin/campaign/:id',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.update',
    summary: 'Change a campaign, as far as its state allows',
  }),
  remove: endpoint<typeof schema.adminRemove>({
    method: 'DELETE',
    path: '{shop}/admin/campaign/:id',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.archive',
    summary: 'Archive a campaign that is not running',
    ignoresBody: true,
  }),
  copy: endpoint<typeof schema.adminStep>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/copy',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.copy',
    summary: 'Make a draft with the same settings',
    ignoresBody: true,
  }),
  publish: endpoint<typeof schema.adminStep>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/publish',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.publish',
    summary: 'Schedule a complete draft',
    ignoresBody: true,
  }),
  unpublish: endpoint<typeof schema.adminStep>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/unpublish',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.unpublish',
    summary: 'Make a draft of a campaign that has not begun',
    ignoresBody: true,
  }),
  close: endpoint<typeof schema.adminStep>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/close',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.close',
    summary: 'End a campaign early',
    ignoresBody: true,
  }),
  extend: endpoint<typeof schema.adminExtend>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/extend',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.extend',
    summary: 'Give a campaign more time, twice at most',
  }),
  cancel: endpoint<typeof schema.adminCancel>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/cancel',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.cancel',
    summary: 'Cancel a campaign of which no group has succeeded',
  }),
  leaders: endpoint<typeof schema.adminLeaders>({
    method: 'PUT',
    path: '{shop}/admin/campaign/:id/leaders',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.leaders',
    summary: 'Name the members who may open a team',
  }),
  settlement: endpoint<typeof schema.adminSettlement>({
    method: 'GET',
    path: '{shop}/admin/campaign/:id/settlement',
    caller: 'admin',
    permission: 'order.read',
    summary: 'Pieces and money of a campaign, summed from the books',
  }),
  settlementCsv: endpoint<typeof schema.adminSettlementCsv>({
    method: 'GET',
    path: '{shop}/admin/campaign/:id/settlement.csv',
    caller: 'admin',
    permission: 'order.read',
    summary: 'The settlement as CSV',
  }),
  supplierOrder: endpoint<typeof schema.adminSupplierOrder>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/supplier-order',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'campaign.supplier_order',
    summary: 'Freeze what confirmed orders need under a number (honours Idempotency-Key)',
    ignoresBody: true,
  }),
  supplierOrderCsv: endpoint<typeof schema.adminSupplierOrderCsv>({
    method: 'GET',
    path: '{shop}/admin/campaign/:id/supplier-order/:n.csv',
    caller: 'admin',
    permission: 'order.read',
    summary: 'One order to the supplier as CSV',
  }),
  receipt: endpoint<typeof schema.adminReceipt>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/receipt',
    caller: 'admin',
    permission: 'stock.write',
    action: 'campaign.receipt',
    summary: 'Book what came in from the supplier (honours Idempotency-Key)',
  }),
}

export const adminGroupApi = {
  list: endpoint<typeof schema.adminGroups>({
    method: 'GET',
    path: '{shop}/admin/groups',
    caller: 'admin',
    permission: 'order.read',
    summary: 'One page of groups: of a campaign, at risk, or short after payments',
  }),
  participations: endpoint<typeof schema.adminParticipations>({
    method: 'GET',
    path: '{shop}/admin/group/:id/participations',
    caller: 'admin',
    permission: 'order.read',
    summary: 'One page of the participations of a group, in joining order',
  }),
  close: endpoint<typeof schema.adminRemove>({
    method: 'POST',
    path: '{shop}/admin/group/:id/close',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'group.close',
    summary: 'End a group early that has reached its minimum',
    ignoresBody: true,
  }),
  cancel: endpoint<typeof schema.adminCancel>({
    method: 'POST',
    path: '{shop}/admin/group/:id/cancel',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'group.cancel',
    summary: 'Cancel one group that is not decided',
  }),
  leader: endpoint<typeof schema.adminLeader>({
    method: 'PUT',
    path: '{shop}/admin/group/:id/leader',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'group.leader',
    summary: 'Name the leader of a group',
  }),
  shortfall: endpoint<typeof schema.adminShortfall>({
    method: 'POST',
    path: '{shop}/admin/group/:id/shortfall',
    caller: 'admin',
    permission: 'refund.write',
    action: 'group.shortfall',
    summary: 'Decide what becomes of a group that is short after payments',
  }),
}

export const adminCommissionApi = {
  list: endpoint<typeof schema.adminCommission>({
    method: 'GET',
    path: '{shop}/admin/commission',
    caller: 'admin',
    permission: 'order.read',
    summary: 'One page of leaders with their balances',
  }),
  payout: endpoint<typeof schema.adminPayout>({
    method: 'POST',
    path: '{shop}/admin/commission/payout',
    caller: 'admin',
    permission: 'refund.write',
    action: 'commission.payout',
    summary: 'Record that a leader was paid (honours Idempotency-Key)',
  }),
}

export const adminMemberGroupApi = {
  pardon: endpoint<typeof schema.adminPardon>({
    method: 'POST',
    path: '{shop}/admin/member/:uid/pardon',
    caller: 'admin',
    permission: 'campaign.write',
    action: 'member.pardon',
    summary: 'Let lapses of a member no longer count',
    ignoresBody: true,
  }),
}
