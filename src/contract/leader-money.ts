import type { Static } from 'typebox'
import { endpoint, subjectsOfCampaigns } from './endpoint.ts'
import type * as schema from './leader-money.schema.ts'

export type LeaderAccount = Static<typeof schema.account.reply>['account']
export type AccountPlace = LeaderAccount['places'][number]
export type LeaderSums = Static<typeof schema.LeaderSums>
export type HandOver = Static<typeof schema.HandOver>
export type StatementLine = Static<typeof schema.StatementLine>
export type AdminLeaderAccount = Static<typeof schema.AdminLeaderAccount>

/** The money that participants pay to the leader of a group, for that leader alone. */
export const leaderMoneyApi = {
  account: endpoint<typeof schema.account>({
    method: 'GET',
    path: '{shop}/leader/:code/account',
    caller: 'member',
    summary: 'What participants owe the leader, what was received and handed over',
  }),
  change: endpoint<typeof schema.changeAccount>({
    method: 'POST',
    path: '{shop}/leader/:code/account',
    caller: 'member',
    summary:
      'Tick what was received, take ticks back, look a statement through, announce a hand-over (honours Idempotency-Key)',
  }),
}

export const adminLeaderMoneyApi = {
  list: endpoint<typeof schema.adminAccounts>({
    method: 'GET',
    path: '{shop}/admin/leader-accounts',
    caller: 'admin',
    permission: 'money.read',
    shows: subjectsOfCampaigns,
    summary: 'One page of the accounts of leaders, the newest groups first',
  }),
  book: endpoint<typeof schema.adminBook>({
    method: 'POST',
    path: '{shop}/admin/group/:id/hand-over',
    caller: 'admin',
    permission: 'payment.record',
    action: 'group.hand_over',
    changes: ['group', 'order'],
    summary: 'Book what a leader has handed over; it pays ticked orders (honours Idempotency-Key)',
  }),
  void: endpoint<typeof schema.adminVoid>({
    method: 'POST',
    path: '{shop}/admin/group/:id/hand-over/:handOverId/void',
    caller: 'admin',
    permission: 'payment.record',
    action: 'group.hand_over_void',
    changes: ['group', 'order'],
    summary: 'Take a booked hand-over back, as long as what it paid is not being prepared',
  }),
}
