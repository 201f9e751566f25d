import { type CampaignMoney, participationStateLabel } from '#contract/campaign-states.ts'
import type { LeaderConsole } from '#contract/campaigns.ts'
import { linesText } from '#contract/lines-text.ts'
import { t } from '#contract/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/dates.ts'

/** One row a participant, with when the goods were handed out. */
export function ConsoleRows(props: { rows: LeaderConsole['rows']; money: CampaignMoney }) {
  const { rows, money } = props
  if (rows.length === 0) return <p className="text-ink-muted">{t('還沒有人跟團')}</p>
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.participation_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <div className="min-w-0 flex-1 basis-40">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium [overflow-wrap:anywhere]">{row.name}</span>
              {row.tel_end !== '' && (
                <span className="text-sm text-ink-muted tabular-nums">
                  {t('末三碼 {tel_end}', { tel_end: row.tel_end })}
                </span>
              )}
              <State row={row} money={money} />
            </p>
            <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
              {linesText(row.lines)}
            </p>
          </div>
          {row.handed_out_at !== undefined && (
            <span className="text-sm text-sage tabular-nums">
              {t('{handed_out_at} 已取貨', { handed_out_at: formatDateTime(row.handed_out_at) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A debt to the leader is paid once the leader has ticked it. */
function State({ row, money }: { row: LeaderConsole['rows'][number]; money: CampaignMoney }) {
  const { state, owed_to_leader: owed } = row
  if (owed !== undefined) {
    return owed > 0 ? (
      <Badge tone="warn">{t('待收款')}</Badge>
    ) : (
      <Badge tone="sage">{t('已收款')}</Badge>
    )
  }
  return (
    <Badge tone={state === 'awaiting_payment' ? 'warn' : 'neutral'}>
      {participationStateLabel(state, money)}
    </Badge>
  )
}
