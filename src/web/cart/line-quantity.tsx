import { Minus, Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { committedQuantity, isQuantityText, maxQuantity, refuseQuantity } from '../ui/quantity.ts'
import { StepButton } from '../ui/step-button.tsx'

interface LineQuantityProps {
  qty: number
  /** A request of the line is pending: nothing can be changed, but the focus stays. */
  isDisabled: boolean
  /** The id of the element that names the product. */
  productTitleId: string
  onChange: (qty: number) => void
}

/** Plus and minus apply at once; a typed number waits for 更新, and can be dropped by Escape. */
export function LineQuantity(props: LineQuantityProps) {
  const { qty, isDisabled, productTitleId, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const isEditing = typed !== null
  const field = useRef<HTMLInputElement>(null)

  function type(text: string) {
    if (isQuantityText(text)) setTyped(text)
    else refuseQuantity()
  }

  function apply(event: FormEvent) {
    event.preventDefault()
    if (typed === null || isDisabled) return
    const wanted = committedQuantity(typed)
    setTyped(null)
    // The button 更新 unmounts, so the field takes its focus.
    field.current?.focus()
    if (wanted !== qty) onChange(wanted)
  }

  return (
    <form onSubmit={apply} className="relative flex flex-wrap items-center gap-2">
      <div className="box-content flex h-11 items-stretch overflow-hidden rounded-lg border border-line-strong bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <StepButton
          name={t('減少數量')}
          isDisabled={isDisabled || isEditing || qty <= 1}
          onPress={() => onChange(qty - 1)}
        >
          <Minus aria-hidden="true" className="size-4" />
        </StepButton>
        <input
          ref={field}
          aria-label={t('數量')}
          aria-describedby={productTitleId}
          inputMode="numeric"
          enterKeyHint="done"
          autoComplete="off"
          readOnly={isDisabled}
          aria-disabled={isDisabled || undefined}
          value={typed ?? qty}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
          className="w-[min(3.5rem,15vw)] border-x border-line bg-transparent text-center tabular-nums outline-none aria-disabled:text-ink-muted"
        />
        <StepButton
          name={t('增加數量')}
          isDisabled={isDisabled || isEditing || qty >= maxQuantity}
          onPress={() => onChange(qty + 1)}
        >
          <Plus aria-hidden="true" className="size-4" />
        </StepButton>
      </div>
      {isEditing && (
        <div className="md:absolute md:inset-x-0 md:top-full md:mt-1">
          <Button type="submit" variant="primary" fullWidth aria-disabled={isDisabled}>
            {t('更新')}
          </Button>
        </div>
      )}
    </form>
  )
}
