import { t } from './translate.ts'
/** `pool`: everybody counts in one group; `team`: each leader gathers a group of their own. */
export const campaignKindLabels = { pool: '一起湊', team: '揪團' } as const
export type CampaignKind = keyof typeof campaignKindLabels
export const campaignKinds = Object.keys(campaignKindLabels) as CampaignKind[]

/** When money moves: after success, or authorised at joining and captured at success. */
export const campaignMoneyLabels = {
  pay_after_success: '成團後付款',
  authorise_capture: '成團才扣款',
} as const
export type CampaignMoney = keyof typeof campaignMoneyLabels
/** How its participants pay, in a word. */
export function campaignMoneyText(campaign: {
  money: CampaignMoney
  pays_leader?: boolean
}): string {
  return campaign.pays_leader ? t('付給團主') : t(campaignMoneyLabels[campaign.money])
}
export const campaignMoneys = Object.keys(campaignMoneyLabels) as CampaignMoney[]

/** When the goods of a campaign that is paid to its leader may leave; the shop has its money after `hand_over`. */
export const leaderSendingLabels = {
  hand_over: '收到團主交款後',
  tick: '團主登記收款後',
  success: '成團後，取貨時收款',
} as const
export type LeaderSending = keyof typeof leaderSendingLabels
export const leaderSendings = Object.keys(leaderSendingLabels) as LeaderSending[]

/** How a leader is paid, and hands over to the shop. */
export const leaderWayLabels = {
  cash: '現金',
  transfer: '轉帳',
  line_pay: 'LINE Pay',
  other: '其他',
} as const
export type LeaderWay = keyof typeof leaderWayLabels
export const leaderWays = Object.keys(leaderWayLabels) as LeaderWay[]

/** Units of the minimum, pieces or people, with the word behind the number. */
export const metricUnits = { units: '份', members: '人' } as const
export type CampaignMetric = keyof typeof metricUnits
export const campaignMetrics = Object.keys(metricUnits) as CampaignMetric[]

export const withdrawRules = ['until_close', 'until_reached'] as const
export type WithdrawRule = (typeof withdrawRules)[number]

/** `stock`: joining holds pieces; `order`: they are ordered from the supplier after success. */
export const supplies = ['stock', 'order'] as const
export type Supply = (typeof supplies)[number]

/** `each`: a parcel for each participant; `leader`: one place where the leader hands out. */
export const deliveries = ['each', 'leader'] as const
export type Delivery = (typeof deliveries)[number]
/** How the address of an order begins whose leader hands it out; the place follows. */
export const handedOutByLeader = '團主取貨'

export const campaignStateLabels = {
  draft: '草稿',
  scheduled: '即將開團',
  open: '開團中',
  closing: '結算中',
  succeeded: '已成團',
  failed: '未成團',
  settled: '已結案',
  cancelled: '已取消',
} as const
export type CampaignState = keyof typeof campaignStateLabels
export const campaignStates = Object.keys(campaignStateLabels) as CampaignState[]

export const groupStateLabels = {
  forming: '揪團中',
  reached: '已達門檻',
  closing: '結算中',
  succeeded: '已成團',
  failed: '未成團',
  settled: '已結案',
  cancelled: '已取消',
} as const
export type GroupState = keyof typeof groupStateLabels
export const groupStates = Object.keys(groupStateLabels) as GroupState[]

/** Members can join and leave. */
export const openGroupStates = ['forming', 'reached'] as const satisfies readonly GroupState[]
export function isOpenGroup({ state }: { state: string }): boolean {
  return openGroupStates.some((open) => open === state)
}
/** Whether the group succeeds is not settled yet. */
export const undecidedGroupStates = [
  ...openGroupStates,
  'closing',
] as const satisfies readonly GroupState[]

export const closingReasons = ['deadline', 'full', 'early'] as const
export type ClosingReason = (typeof closingReasons)[number]

/** How a group, or a campaign, came out; it stays when the state goes on to `settled`. */
export const outcomes = ['succeeded', 'failed', 'cancelled'] as const
export type Outcome = (typeof outcomes)[number]

export const participationStateLabels = {
  held: '已跟團',
  authorised: '已授權',
  awaiting_payment: '待付款',
  confirmed: '已付款',
  withdrawn: '已退出',
  lapsed: '已失效',
  released: '未成立',
} as const
export type ParticipationState = keyof typeof participationStateLabels
export const participationStates = Object.keys(participationStateLabels) as ParticipationState[]

/** Those that have a place in their group. */
export const liveParticipationStates = [
  'held',
  'authorised',
  'awaiting_payment',
  'confirmed',
] as const satisfies readonly ParticipationState[]

/** 「待授權」 is a place that waits for the authorisation of a card, 「待驗證」 one for a proved mailbox. */
export function participationStateLabel(
  state: ParticipationState,
  money: CampaignMoney,
  needsProof = false,
): string {
  if (state === 'held' && needsProof) return t('待驗證')
  if (state === 'held' && money === 'authorise_capture') return t('待授權')
  return t(participationStateLabels[state])
}

export const commissionKindLabels = {
  earned: '已入帳',
  reversed: '已沖回',
  paid: '已支付',
} as const
export type CommissionKind = keyof typeof commissionKindLabels

/** The bounds of a campaign's numbers, both ends included. */
export const campaignBounds = {
  titleLength: { min: 1, max: 60 },
  products: { min: 1, max: 10 },
  tiers: { min: 1, max: 6 },
  minTarget: { min: 1, max: 100_000 },
  maxUnits: { min: 1, max: 1_000_000 },
  lotSize: { min: 1, max: 1_000 },
  perMemberLimit: { min: 1, max: 9_999 },
  teamHours: { min: 1, max: 720 },
  commissionPercent: { min: 0, max: 30 },
  graceMinutes: { min: 0, max: 60 },
  reasonLength: { min: 1, max: 200 },
  /** From start to end. */
  seconds: { min: 10 * 60, max: 60 * 24 * 60 * 60 },
} as const

/** Of the days that a card's authorisation stands, those kept for deciding and capturing. */
export const daysKeptForCapture = 2
