import { ShoppingCart } from 'lucide-react'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { useWindowClass } from '../ui/window-class.ts'
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
  // Two cards side by side on a phone leave room for the words alone.
  const hasIcon = useWindowClass() !== 'mobile' || variant === 'primary'
  return (
    <Button
      variant={variant}
      fullWidth={fullWidth}
      icon={hasIcon && <ShoppingCart />}
      isLoading={addLine.isPending}
      aria-describedby={productTitleId}
      onClick={() => addLine.mutate({ data: { product_id: productId, qty } })}
    >
      加入購物車
    </Button>
  )
}
