import Box from '@mui/material/Box'
import type { ListedProduct } from './product-find.tsx'

/** The title of a product in the list, and in how many variants it is sold. */
export function ProductTitle({ product }: { product: ListedProduct }) {
  return (
    <>
      {product.title}
      <VariantCount product={product} />
    </>
  )
}

/** With the pieces that are left of all variants, where all are counted. */
export function VariantCount({ product: { variants = [], details } }: { product: ListedProduct }) {
  if (variants.length === 0) return null
  const available = details?.available?.toLocaleString('zh-TW')
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
      {variants.length} 種規格{available !== undefined && `・可售 ${available}`}
    </Box>
  )
}
