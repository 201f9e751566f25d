import type { Campaign } from '#contract/campaigns.ts'
import { Panel } from './panel.tsx'

/** Steps after joining, in plain sentences. */
export function HowItGoes({ campaign }: { campaign: Campaign }) {
  return (
    <Panel title="怎麼進行">
      <ul className="space-y-1 text-ink-muted">
        {sentences(campaign).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  )
}

function sentences(campaign: Campaign): string[] {
  const isPaidLater = campaign.money === 'pay_after_success'
  return [
    isPaidLater
      ? '現在跟團不收款，成團後 48 小時內付款。'
      : '跟團時授權信用卡，成團才依最終單價扣款。',
    isPaidLater ? '未成團不會收取任何款項。' : '未成團時授權會取消，不會扣款。',
    campaign.withdraw === 'until_close'
      ? '截止前可以修改數量或退出。'
      : '達成團門檻前可以退出，達成後就不能退出。',
    ...(campaign.lot_size > 1
      ? [`每 ${campaign.lot_size} 份為一箱，湊不滿的一箱依跟團先後保留。`]
      : []),
    ...(campaign.delivery === 'leader' ? ['到貨後向團主取貨，跟團後會顯示取貨地點。'] : []),
    '到貨後享有七天鑑賞期。',
  ]
}
