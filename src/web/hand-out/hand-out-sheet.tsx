import type { HandOut } from '#contract/hand-out.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { DialogContent, Sheet } from '../ui/dialog.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { HandOutRows } from './hand-out-rows.tsx'

/** One person, or several of whom a code may be while the shop cannot be asked. */
export type Shown =
  | { row: HandOut; code?: string }
  | { candidates: readonly HandOut[]; code: string }

interface SheetProps {
  shown: Shown | undefined
  onChoose: (shown: Shown) => void
  onClose: () => void
  onTick: (row: HandOut, code: string | undefined, isUndo: boolean) => void
}

/** The pieces to give, at the bottom of the window: the button lies under the thumb. */
export function HandOutSheet({ shown, onChoose, onClose, onTick }: SheetProps) {
  const row = shown && rowOf(shown)
  const isGuess = shown !== undefined && 'candidates' in shown
  const code = shown?.code
  return (
    <Sheet isOpen={shown !== undefined} onClose={onClose} title={row?.name ?? t('是哪一位？')}>
      {row ? (
        <DialogContent
          actions={
            <Actions row={row} onTick={(isUndo) => onTick(row, code, isUndo)} onClose={onClose} />
          }
        >
          <Contents row={row} isGuess={isGuess} />
        </DialogContent>
      ) : (
        <DialogContent>
          <p className="mb-3">{t('沒有網路，這個代碼可能是以下的人，請問對方的姓名。')}</p>
          {shown && 'candidates' in shown && (
            <HandOutRows
              rows={shown.candidates}
              onChoose={(chosen) => onChoose({ candidates: [chosen], code: shown.code })}
            />
          )}
        </DialogContent>
      )}
    </Sheet>
  )
}

function rowOf(shown: Shown): HandOut | undefined {
  if ('row' in shown) return shown.row
  return shown.candidates.length === 1 ? shown.candidates[0] : undefined
}

function Contents({ row, isGuess }: { row: HandOut; isGuess: boolean }) {
  const { lines, owed = 0, state, handed_out_at: at, group, place, number } = row
  return (
    <div className="space-y-4">
      {isGuess && (
        <FormNotice failure={t('沒有網路，代碼尚未核對，請確認姓名；連線後會自動核對。')} />
      )}
      <p className="text-ink-muted tabular-nums">
        {[
          row.tel_end && t('電話末三碼 {tel_end}', { tel_end: row.tel_end }),
          number,
          group?.title,
          place,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="space-y-2 text-xl">
        {lines.map((line) => (
          <li
            key={line.variant_id ?? line.product_id}
            className="flex items-baseline justify-between gap-4"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{line.title}</span>
            <strong className="shrink-0 tabular-nums">× {line.qty}</strong>
          </li>
        ))}
      </ul>
      {state === 'unpaid' && (
        <p className="rounded-lg bg-warn-soft px-3 py-2.5 font-medium text-warn">
          {row.is_owed_to_leader
            ? t('請先收款 {owed}', { owed: formatMoney(owed) })
            : t('尚未付款{part}，請先不要交貨', {
                part: owed > 0 ? t('，應付 {owed}', { owed: formatMoney(owed) }) : '',
              })}
        </p>
      )}
      {state === 'handed_out' && at !== undefined && (
        <p className="rounded-lg bg-warn-soft px-3 py-2.5 font-medium text-warn">
          {t('{at} 已取貨，代碼已失效', { at: formatDateTime(at) })}
        </p>
      )}
    </div>
  )
}

function Actions(props: { row: HandOut; onTick: (isUndo: boolean) => void; onClose: () => void }) {
  const { row, onTick, onClose } = props
  const canUndo = row.state === 'handed_out' && ('isWaiting' in row || row.undo_until !== undefined)
  const takesMoney = row.state === 'unpaid' && row.is_owed_to_leader === true
  return (
    <div className="flex w-full flex-col gap-3">
      {row.state === 'waiting' && (
        <Button variant="primary" fullWidth autoFocus onClick={() => onTick(false)}>
          <span className="py-2 text-xl">{t('已取貨')}</span>
        </Button>
      )}
      {takesMoney && (
        <Button variant="primary" fullWidth autoFocus onClick={() => onTick(false)}>
          <span className="py-2 text-xl tabular-nums">
            {t('收 {owed}，已取貨', { owed: formatMoney(row.owed ?? 0) })}
          </span>
        </Button>
      )}
      {canUndo && (
        <Button fullWidth onClick={() => onTick(true)}>
          {t('復原，還沒取貨')}
        </Button>
      )}
      {row.state !== 'waiting' && !canUndo && !takesMoney && (
        <Button fullWidth onClick={onClose}>
          {t('關閉')}
        </Button>
      )}
    </div>
  )
}
