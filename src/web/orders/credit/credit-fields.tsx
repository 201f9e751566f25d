import { type CreditKind, creditKindLabels, creditKinds } from '#contract/credit-kinds.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CreditChoice } from './use-credit-choice.ts'

/** Lets a member use credit and points; the order is charged so much less. */
export function CreditFields({ choice }: { choice: CreditChoice }) {
  const kinds = creditKinds.filter((kind) => choice.account[kind] > 0)
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-3 text-lg font-semibold">
        {t('使用{kinds}', { kinds: kinds.map((kind) => t(creditKindLabels[kind])).join(t('／')) })}
      </legend>
      {kinds.map((kind) => (
        <CreditField key={kind} kind={kind} choice={choice} />
      ))}
    </fieldset>
  )
}

function CreditField({ kind, choice }: { kind: CreditKind; choice: CreditChoice }) {
  const { account, most, typed, type } = choice
  const label = t(creditKindLabels[kind])
  return (
    <div className="@container">
      <div className="flex flex-col items-start gap-x-3 gap-y-2 @min-[20rem]:flex-row">
        <div className="w-full min-w-0 flex-1">
          <TextField
            label={t('折抵{label}', { label })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            placeholder="0"
            help={helpOf(kind, { has: account[kind], most: most[kind] })}
            value={typed[kind]}
            onChange={({ target }) => type(kind, target.value)}
          />
        </div>
        {/* Beside the field it is as far down as the label pushes that. */}
        <div className="shrink-0 @min-[20rem]:pt-[1.65rem]">
          <Button
            variant="secondary"
            disabled={most[kind] === 0}
            onClick={() => type(kind, String(most[kind]))}
          >
            {t('全部折抵')}
            <span className="sr-only">{label}</span>
          </Button>
        </div>
      </div>
    </div>
  )
}

function helpOf(kind: CreditKind, { has, most }: { has: number; most: number }): string {
  if (kind === 'credit')
    return t('可用 {has}，這筆訂單最多折抵 {most}', {
      has: formatMoney(has),
      most: formatMoney(most),
    })
  return t('可用 {points} 點，這筆訂單最多折抵 {most} 點；1 點折抵 NT$1', {
    points: count(has),
    most: count(most),
  })
}

const count = (amount: number) => amount.toLocaleString('en-US')
