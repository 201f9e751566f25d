import type { Campaign, Group } from '#contract/campaigns.ts'
import { noReturnText } from '#contract/no-return.ts'
import { t } from '#contract/translate.ts'
import { shopTerms } from '../api/shop-config.ts'
import { Panel } from './panel.tsx'

/** Steps after joining, in plain sentences. */
export function HowItGoes({ campaign, group }: { campaign: Campaign; group?: Group }) {
  return (
    <Panel title={t('怎麼進行')}>
      <ul className="space-y-1 [overflow-wrap:anywhere] text-ink-muted">
        {sentences(campaign, group).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  )
}

function sentences(campaign: Campaign, group: Group | undefined): string[] {
  const isPaidLater = campaign.money === 'pay_after_success'
  return [
    campaign.pays_leader
      ? t('現在跟團不收款，成團後付款給團主。')
      : isPaidLater
        ? t('現在跟團不收款，成團後 48 小時內付款。')
        : t('跟團時授權信用卡，成團才依最終單價扣款。'),
    isPaidLater ? t('未成團不會收取任何款項。') : t('未成團時授權會取消，不會扣款。'),
    campaign.withdraw === 'until_close'
      ? t('截止前可以修改數量或退出。')
      : t('達成團門檻前可以退出，達成後就不能退出。'),
    ...(campaign.lot_size > 1
      ? [t('每 {lot_size} 份為一箱，湊不滿的一箱依跟團先後保留。', { lot_size: campaign.lot_size })]
      : []),
    ...(campaign.delivery === 'leader' ? [pickupSentence(group)] : []),
    ...(campaign.kind === 'team' && campaign.commission_percent && !group
      ? [
          t('開團的團主可得商品金額 {commission_percent} % 的分潤，團員的訂單完成後入帳。', {
            commission_percent: campaign.commission_percent,
          }),
        ]
      : []),
    ...returnSentences(campaign),
  ]
}

/** Products that the law excludes are named, whatever else is said of returns. */
function returnSentences(campaign: Campaign): string[] {
  const excluded = campaign.products.flatMap(({ title, no_return }) =>
    no_return ? [t('「{title}」{reason}。', { title, reason: noReturnText(no_return) })] : [],
  )
  if (excluded.length > 0 || saysReturns(campaign)) return excluded
  return [t('到貨後享有七天鑑賞期。')]
}

/** The owner's own words about returns come instead of the shop's sentence. */
function saysReturns({ description }: Campaign): boolean {
  return shopTerms?.returns !== undefined || /鑑賞期|猶豫期|退貨|退換/.test(description)
}

function pickupSentence(group: Group | undefined): string {
  if (group?.pickup_place)
    return t('到貨後向團主取貨，取貨地點：{pickup_place}。', { pickup_place: group.pickup_place })
  return group
    ? t('到貨後向團主取貨，跟團後會顯示取貨地點。')
    : t('到貨後向團主取貨，開團的團主填寫取貨地點。')
}
