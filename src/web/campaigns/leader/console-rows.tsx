import { type CampaignMoney, participationStateLabel } from '#contract/campaign-states.ts'
import type { LeaderConsole } from '#contract/campaigns.ts'
import { linesText } from '#contract/lines-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { useHandOut } from '../campaigns.queries.ts'

/** One row a participant; what is paid for can be ticked off when it is picked up. */
export function ConsoleRows(props: {
  code: string
  rows: LeaderConsole['rows']
  money: CampaignMoney
}) {
  const { code, rows, money } = props
  if (rows.length === 0) return <p className="text-ink-muted">還沒有人跟團</p>
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.participation_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <div className="min-w-0 flex-1 basis-40">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium [overflow-wrap:anywhere]">{row.name}</span>
              <span className="text-sm text-ink-muted tabular-nums">末三碼 {row.tel_end}</span>
              <Badge tone={row.state === 'awaiting_payment' ? 'warn' : 'neutral'}>
                {participationStateLabel(row.state, money)}
              </Badge>
            </p>
            <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
              {linesText(row.lines)}
            </p>
          </div>
          {row.state === 'confirmed' && <HandOutBox code={code} row={row} />}
        </li>
      ))}
    </ul>
  )
}

/**
 * Shows what was pressed until the console was read anew; a press meanwhile is ignored.
 * `aria-disabled` instead of `disabled`, which would lose the focus.
 */
function HandOutBox({ code, row }: { code: string; row: LeaderConsole['rows'][number] }) {
  const { mutate, isPending, variables } = useHandOut()
  const isHandedOut = row.handed_out_at !== undefined
  return (
    <label className="inline-flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={isPending ? variables.data.is_handed_out : isHandedOut}
        aria-disabled={isPending || undefined}
        onChange={({ target }) => {
          if (isPending) return
          mutate({
            params: { code, participationId: row.participation_id },
            data: { is_handed_out: target.checked },
          })
        }}
      />
      已取貨
    </label>
  )
}
