import { useId } from 'react'
import type { Product, Variant } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { type OfferedValue, valuesOf } from '#contract/variants.ts'
import { Picture } from '../ui/picture.tsx'
import { rich } from '../ui/rich.tsx'

interface VariantChoiceProps {
  product: Product
  chosen: Variant
  onChoose: (variant: Variant) => void
}

/** A group of chips for each option of the product. */
export function VariantChoice({ product, chosen, onChoose }: VariantChoiceProps) {
  return (
    <div className="space-y-4">
      {product.options?.map(({ name }, index) => (
        <OptionChips
          key={name}
          name={name}
          values={valuesOf(product, chosen, index)}
          chosen={chosen.option_values[index] ?? ''}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

function OptionChips(props: {
  name: string
  values: OfferedValue[]
  chosen: string
  onChoose: VariantChoiceProps['onChoose']
}) {
  const { name, values, chosen, onChoose } = props
  const group = useId()
  // Of another option, such as a size beside colours, they would all be the same.
  const pictures = new Set(values.map(({ picture }) => picture))
  const hasPictures = !pictures.has(undefined) && pictures.size === values.length
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-ink-muted">
        {rich('{name}：{part}', {
          name,
          part: <span className="font-medium text-ink">{chosen}</span>,
        })}
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map(({ value, variant, isSoldOut, picture }) => {
          const refusal = variant ? isSoldOut && t('售完') : t('無此組合')
          return (
            <label
              key={value}
              className={`relative inline-flex min-h-11 min-w-11 max-w-full items-center justify-center gap-2 rounded-lg border py-1.5 pr-3 leading-title transition-colors has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${hasPictures ? 'pl-1.5' : 'pl-3'} ${refusal ? 'border-line bg-sand text-ink-muted' : 'border-line-strong bg-surface hover:border-accent'} ${variant ? 'cursor-pointer' : 'cursor-not-allowed'}`}
            >
              <input
                type="radio"
                name={group}
                value={value}
                aria-label={refusal ? t('{value}，{refusal}', { value, refusal }) : undefined}
                checked={value === chosen}
                disabled={!variant}
                onChange={() => variant && onChoose(variant)}
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              />
              {hasPictures && (
                <Picture
                  src={picture ?? ''}
                  alt=""
                  sizes="40px"
                  className={`size-10 shrink-0 rounded ${refusal ? 'opacity-60 grayscale' : ''}`}
                />
              )}
              <span className={`min-w-0 [overflow-wrap:anywhere] ${refusal ? 'line-through' : ''}`}>
                {value}
              </span>
              {refusal && <span className="shrink-0 text-sm">{refusal}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
