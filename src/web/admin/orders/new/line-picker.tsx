import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { variantTitle } from '#contract/variants.ts'
import { Picker } from '../../pickers/picker.tsx'
import { type ProductChoice, productChoices } from '../../pickers/sources.ts'
import { ActionButton } from '../../ui/action-button.tsx'

/** One piece of a product, as a line of an order begins. */
export interface PickedLine {
  productId: string
  /** Absent of a product without options; the title names it, too. */
  variantId?: string
  title: string
  price: number
  picture: string
  qty: number | ''
}

/** Adds products to the lines of an order; one with options asks for its variants. */
export function LinePicker(props: {
  taken: readonly Pick<PickedLine, 'productId' | 'variantId'>[]
  onAdd: (line: PickedLine) => void
}) {
  const { taken, onAdd } = props
  /** A product with options that waits for its variant. */
  const [asked, setAsked] = useState<ProductChoice>()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Picker
        source={productChoices}
        label="加入商品"
        inputRef={picker}
        isSingle
        chosen={[]}
        // Of a product with options another variant may follow.
        taken={taken.flatMap(({ productId, variantId }) => (variantId ? [] : [productId]))}
        onChange={([product]) => {
          if (!product) return
          const { id, name, price = 0, picture = '', variants } = product
          setAsked(variants && product)
          if (!variants) onAdd({ productId: id, title: name, price, picture, qty: 1 })
        }}
      />
      {asked && (
        <VariantQuestion
          key={asked.id}
          product={asked}
          taken={taken.map(({ productId, variantId }) => variantId ?? productId)}
          onChoose={({ id, title, price = 0 }) => {
            const { id: productId, name, picture = '' } = asked
            onAdd({
              ...{ productId, variantId: id, title: variantTitle(name, title) },
              ...{ price, picture, qty: 1 },
            })
          }}
          onClose={() => {
            setAsked(undefined)
            picker.current?.focus()
          }}
        />
      )}
    </>
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
