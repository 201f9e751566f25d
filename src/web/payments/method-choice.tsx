import { Barcode, CreditCard, Gift, Landmark, type LucideIcon, Store, Wallet } from 'lucide-react'
import { useId } from 'react'
import { methodKind, type OfferedMethod } from '#contract/payments.ts'
import { t } from '#contract/translate.ts'

/** Icon, and the step after 付款. */
const looks: Record<string, { Icon: LucideIcon; text: string }> = {
  card: { Icon: CreditCard, text: '前往刷卡頁面，即時付款' },
  atm: { Icon: Landmark, text: '取得帳號後，在繳費期限前轉帳' },
  cvs: { Icon: Store, text: '取得代碼後，在繳費期限前到超商繳費' },
  wallet: { Icon: Wallet, text: '前往付款頁面，即時付款' },
  barcode: { Icon: Barcode, text: '取得條碼後，在繳費期限前到超商繳費' },
  transfer: { Icon: Landmark, text: '匯入商店帳戶，由商店確認收款' },
  on_delivery: { Icon: Store, text: '到店取貨時付現' },
  free: { Icon: Gift, text: '不需付款，訂單立即成立' },
}

export function MethodChoice(props: {
  methods: OfferedMethod[]
  selected: string | undefined
  onSelect: (method: string) => void
}) {
  const name = useId()
  if (props.methods.length === 0) {
    return <p>{t('目前沒有可用的付款方式，請與我們聯絡。')}</p>
  }
  return (
    <fieldset className="space-y-2">
      <legend className="mb-3 text-lg font-semibold">{t('付款方式')}</legend>
      {props.methods.map((method) => (
        <MethodRow
          key={method.method}
          name={name}
          offered={method}
          isSelected={props.selected === method.method}
          onSelect={() => props.onSelect(method.method)}
        />
      ))}
    </fieldset>
  )
}

function MethodRow(props: {
  name: string
  offered: OfferedMethod
  isSelected: boolean
  onSelect: () => void
}) {
  const { method, name: label, note, is_available, reason } = props.offered
  const { Icon, text } = looks[methodKind(method)] ?? { Icon: CreditCard, text: '' }
  const noteId = `${props.name}-${method}`
  return (
    <label
      className={`flex min-h-16 flex-wrap items-center gap-3 rounded-lg border px-4 py-2.5 transition-colors ${is_available ? 'cursor-pointer border-line-strong hover:border-accent has-checked:border-accent has-checked:bg-accent-soft' : 'border-line bg-sand text-ink-muted'}`}
    >
      <input
        type="radio"
        name={props.name}
        value={method}
        checked={props.isSelected}
        disabled={!is_available}
        aria-label={label}
        aria-describedby={noteId}
        onChange={props.onSelect}
        className="size-5 shrink-0 accent-accent"
      />
      <span className="min-w-20 flex-1">
        <span className="block leading-title font-medium">{label}</span>
        <span id={noteId} className="block text-sm text-ink-muted">
          {reason ?? (note || t(text))}
        </span>
      </span>
      <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-muted" />
    </label>
  )
}
