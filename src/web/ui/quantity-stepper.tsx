import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/translate.ts'
import { committedQuantity, isQuantityText, maxQuantity, refuseQuantity } from './quantity.ts'
import { StepButton } from './step-button.tsx'

interface QuantityStepperProps {
  value: number
  onChange: (value: number) => void
  /** 1 unless nothing may be taken, too. */
  min?: number
  /** The id of the element that says what is counted. */
  describedBy?: string
}

/** Digits and a dot while it is typed into; on leaving, the number that they stand for. */
export function QuantityStepper({ value, onChange, min = 1, describedBy }: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string) {
    if (!isQuantityText(text)) return refuseQuantity()
    setTyped(text)
    onChange(committedQuantity(text, min))
  }

  return (
    <fieldset className="box-content inline-flex h-11 items-stretch overflow-hidden rounded-lg border border-line-strong bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <legend className="sr-only">{t('數量')}</legend>
      <StepButton
        name={t('減少數量')}
        isDisabled={value <= min}
        onPress={() => onChange(value - 1)}
      >
        <Minus aria-hidden="true" className="size-4" />
      </StepButton>
      <input
        aria-label={t('數量')}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={({ key }) => key === 'Enter' && setTyped(null)}
        className="w-[min(3.5rem,15vw)] border-x border-line bg-transparent text-center tabular-nums outline-none"
      />
      <StepButton
        name={t('增加數量')}
        isDisabled={value >= maxQuantity}
        onPress={() => onChange(value + 1)}
      >
        <Plus aria-hidden="true" className="size-4" />
      </StepButton>
    </fieldset>
  )
}
