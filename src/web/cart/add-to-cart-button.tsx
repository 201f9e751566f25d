import { ShoppingCart } from 'lucide-react'
import type { Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { useLazyDialog } from '../ui/use-lazy-dialog.ts'
import { useAddLine } from './cart.queries.ts'

const loadSheet = createChunkLoader(() => import('./variant-sheet.tsx'))

interface AddToCartButtonProps {
  product: Product
  /** Without it a press of a product with options asks for the variant. */
  variantId?: string | undefined
  qty?: number
  variant?: ButtonVariant
  fullWidth?: boolean
  /** The id of the element that names the product, for screen readers. */
  productTitleId?: string
}

/** Adds at once, or opens the sheet to choose a variant first. */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { product, variantId } = props
  if (product.variants && variantId === undefined) return <ChooseButton {...props} />
  return <AddButton {...props} />
}

function AddButton(props: AddToCartButtonProps) {
  const {
    product,
    variantId,
    qty = 1,
    variant = 'secondary',
    fullWidth = true,
    productTitleId,
  } = props
  const addLine = useAddLine()
  const chosen = variantId !== undefined && { variant_id: variantId }
  const data = { product_id: product.id, ...chosen, qty }
  return (
    <Button
      variant={variant}
      fullWidth={fullWidth}
      icon={<ShoppingCart />}
      // Two cards side by side on a phone leave room for the words alone.
      isIconOnPhone={variant === 'primary'}
      isLoading={addLine.isPending}
      aria-describedby={productTitleId}
      onClick={() => addLine.mutate({ data })}
    >
      {t('加入購物車')}
    </Button>
  )
}

function ChooseButton({ product, productTitleId }: AddToCartButtonProps) {
  const { Dialog, isOpen, open, close } = useLazyDialog(
    async () => (await loadSheet()).AddVariantSheet,
    t('暫時無法選擇規格，請再試一次'),
  )
  return (
    <>
      <Button
        fullWidth
        icon={<ShoppingCart />}
        isIconOnPhone={false}
        aria-haspopup="dialog"
        aria-describedby={productTitleId}
        onClick={open}
      >
        {t('加入購物車')}
      </Button>
      {Dialog && <Dialog product={product} isOpen={isOpen} onClose={close} />}
    </>
  )
}
