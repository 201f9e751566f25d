import { ShoppingCart } from 'lucide-react'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { useAddLine } from './cart.queries.ts'

interface AddToCartButtonProps {
  productId: string
  qty?: number
  variant?: ButtonVariant
  fullWidth?: boolean
  /** The id of the element that names the product, for screen readers. */
  productTitleId?: string
}

export function AddToCartButton(props: AddToCartButtonProps) {
  const { productId, qty = 1, variant = 'secondary', fullWidth = true, productTitleId } = props
  const addLine = useAddLine()
  return (
    <Button
      variant={variant}
      fullWidth={fullWidth}
      icon={<ShoppingCart />}
      // Two cards side by side on a phone leave room for the words alone.
      isIconOnPhone={variant === 'primary'}
      isLoading={addLine.isPending}
      aria-describedby={productTitleId}
      onClick={() => addLine.mutate({ data: { product_id: productId, qty } })}
    >
      加入購物車
    </Button>
  )
}
