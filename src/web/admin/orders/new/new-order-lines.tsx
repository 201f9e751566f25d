import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import { variantTitle } from '#contract/variants.ts'
import { Picker } from '../../pickers/picker.tsx'
import { type ProductChoice, productChoices } from '../../pickers/sources.ts'
import { Thumbnail } from '../../products/thumbnail.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { DigitsFormField } from '../../ui/fields/form-fields.tsx'
import type { NewOrderForm } from './new-order-form.ts'
import { type OrderQuote, OrderQuoteSums } from './order-quote.tsx'

/** The products of an order that is entered by hand, at the prices of now. */
export function NewOrderLines(props: { control: Control<NewOrderForm>; quoted: OrderQuote }) {
  const { control, quoted } = props
  const lines = useFieldArray({ control, name: 'lines' })
  const prices = quoted.isCurrent ? quoted.quote?.prices : undefined
  /** A product with options that waits for its variant. */
  const [asked, setAsked] = useState<ProductChoice>()
  const picker = useRef<HTMLInputElement>(null)
  const taken = lines.fields.map(({ productId, variantId }) => variantId ?? productId)
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      <Picker
        source={productChoices}
        label="加入商品"
        inputRef={picker}
        isSingle
        chosen={[]}
        // Of a product with options another variant may follow.
        taken={lines.fields.flatMap(({ productId, variantId }) => (variantId ? [] : [productId]))}
        onChange={([product]) => {
          if (!product) return
          const { id, name, price = 0, picture = '', variants } = product
          setAsked(variants && product)
          if (variants) return
          lines.append(
            { productId: id, title: name, price, picture, qty: 1 },
            { shouldFocus: false },
          )
        }}
      />
      {asked && (
        <VariantQuestion
          key={asked.id}
          product={asked}
          taken={taken}
          onChoose={({ id, title, price = 0 }) => {
            const { id: productId, name, picture = '' } = asked
            lines.append(
              {
                ...{ productId, variantId: id, title: variantTitle(name, title) },
                ...{ price, picture, qty: 1 },
              },
              { shouldFocus: false },
            )
          }}
          onClose={() => {
            setAsked(undefined)
            picker.current?.focus()
          }}
        />
      )}
      {lines.fields.map((line, index) => (
        <Box key={line.id} role="group" aria-label={line.title} sx={row}>
          <Thumbnail src={line.picture} alt="" size={48} />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {line.title}
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              <Amount value={prices?.[index] ?? line.price} />
            </Box>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, gridColumn: controlColumn }}>
            <Box sx={{ width: 96 }}>
              <DigitsFormField control={control} name={`lines.${index}.qty`} label="數量" />
            </Box>
            <Button
              color="inherit"
              aria-label={`移除 ${line.title}`}
              onClick={() => lines.remove(index)}
              sx={{ minHeight: 44 }}
            >
              移除
            </Button>
          </Box>
        </Box>
      ))}
      {lines.fields.length > 0 && <OrderQuoteSums control={control} quoted={quoted} />}
    </Box>
  )
}

/** The variants of a product as buttons: several may be added one after another. */
function VariantQuestion(props: {
  product: ProductChoice
  taken: readonly string[]
  onChoose: (variant: NonNullable<ProductChoice['variants']>[number]) => void
  onClose: () => void
}) {
  const { product, taken, onChoose, onClose } = props
  const { name, variants = [] } = product
  return (
    <Box role="group" aria-label={`${name}的規格`}>
      <Box sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {variants.length === 0 ? `「${name}」沒有販售中的規格` : `請選擇「${name}」的規格`}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {variants.map((variant, index) => (
          <ActionButton
            key={variant.id}
            autoFocus={index === 0}
            variant="outlined"
            color="inherit"
            disabled={taken.includes(variant.id)}
            onClick={() => onChoose(variant)}
            sx={{ minHeight: 44, textTransform: 'none' }}
          >
            {variant.title}
            {variant.price !== undefined && ` ${formatMoney(variant.price)}`}
          </ActionButton>
        ))}
        <Button color="inherit" onClick={onClose} sx={{ minHeight: 44 }}>
          完成
        </Button>
      </Box>
    </Box>
  )
}

const row = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
} as const
/** On a phone below the title. */
const controlColumn = { xs: 2, sm: 'auto' } as const
