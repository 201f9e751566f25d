import {
  type CampaignState,
  campaignKindLabels,
  campaignMoneyText,
  metricUnits,
} from '#contract/campaign-states.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { formatDateTime } from '../../ui/dates.ts'

export { campaignKindLabels, campaignMoneyText, metricUnits }

/** `2026/11/21 14:05`, or a dash for a draft without times. */
export function timeText(seconds: number | undefined): string {
  return seconds === undefined ? '—' : formatDateTime(seconds)
}

/** Progress as text; a dash before the start. */
export function progressText(campaign: AdminCampaign): string {
  const { kind, state, units, min_target, missing, metric, groups } = campaign
  if (state === 'draft' || state === 'scheduled') return '—'
  if (kind === 'team') {
    const all = Object.values(groups).reduce((sum, n) => sum + n, 0)
    const succeeded = (groups.succeeded ?? 0) + (groups.settled ?? 0)
    return `${all} 團，${succeeded} 團已成團，共 ${units} 份`
  }
  const unit = metricUnits[metric]
  if (missing === 0) return `已達門檻，共 ${units} 份`
  return `${min_target - missing} / ${min_target} ${unit}，還差 ${missing} ${unit}`
}

/** The share of the minimum that is there, in percent. */
export function progressPercent({ min_target, missing }: AdminCampaign): number {
  if (min_target === 0) return 0
  return Math.min(100, Math.round((100 * (min_target - missing)) / min_target))
}

/** Why a decided campaign is not settled yet; undefined where nothing is waited for. */
export function waitingText({ waiting, state }: AdminCampaign): string | undefined {
  if (!waiting) return undefined
  const { unpaid, to_order, to_arrive, to_ship, money } = waiting
  const parts = [
    unpaid > 0 && `付款 ${unpaid} 筆`,
    to_order > 0 && `叫貨 ${to_order} 份`,
    to_arrive > 0 && `到貨 ${to_arrive} 份`,
    to_ship > 0 && `出貨 ${to_ship} 筆`,
    money > 0 && `款項 ${money} 筆`,
  ].filter(Boolean)
  if (parts.length > 0) return `還在等${parts.join('、')}，都完成後才結案。`
  return state === 'succeeded' ? '商品都已出貨，稍後自動結案。' : undefined
}

const chipTones: Record<CampaignState, 'default' | 'primary' | 'secondary' | 'error'> = {
  draft: 'default',
  scheduled: 'default',
  open: 'primary',
  closing: 'default',
  succeeded: 'secondary',
  failed: 'error',
  settled: 'secondary',
  cancelled: 'error',
}

export function toneOf(state: CampaignState) {
  const isOver = state === 'failed' || state === 'cancelled' || state === 'draft'
  return { color: chipTones[state], variant: isOver ? 'outlined' : 'filled' } as const
}
