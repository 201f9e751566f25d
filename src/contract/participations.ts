import { endpoint } from './endpoint.ts'
import type * as schema from './participations.schema.ts'

export const joinApi = {
  quote: endpoint<typeof schema.quoteJoin>({
    method: 'POST',
    path: '{shop}/campaign/:id/quote',
    caller: 'member',
    summary: 'Quote a place in a group of the campaign: its ceiling, and when it is due',
  }),
  openTeam: endpoint<typeof schema.openTeam>({
    method: 'POST',
    path: '{shop}/campaign/:id/group',
    needsOpenShop: true,
    caller: 'member',
    summary: 'Open a team and take its first place (honours Idempotency-Key)',
  }),
  join: endpoint<typeof schema.join>({
    method: 'POST',
    path: '{shop}/group/:code/participation',
    needsOpenShop: true,
    caller: 'member',
    summary: 'Join a group (honours Idempotency-Key)',
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
  quote: endpoint<typeof schema.quoteChange>({
    method: 'POST',
    path: '{shop}/participation/:id/quote',
    caller: 'member',
    summary: 'Quote an own participation with other lines',
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
  transferred: endpoint<typeof schema.transferred>({
    method: 'PUT',
    path: '{shop}/participation/:id/transfer',
    caller: 'member',
    summary: 'Tell the leader the last five digits of the account that was transferred from',
  }),
}

/** Endpoints for the leader of a group. */
export const leaderApi = {
  list: endpoint<typeof schema.ledGroups>({
    method: 'GET',
    path: '{shop}/leading',
    caller: 'member',
    summary: 'One page of the groups that the caller leads and has not joined, the newest first',
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

export const commissionApi = {
  list: endpoint<typeof schema.commission>({
    method: 'GET',
    path: '{shop}/commission',
    caller: 'member',
    summary: 'The own commission as a leader',
  }),
}
