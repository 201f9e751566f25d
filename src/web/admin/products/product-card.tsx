import Box from '@mui/material/Box'
import { EnabledChip } from '../lists/enabled-chip.tsx'
import { Amount } from '../ui/amount.tsx'
import type { ListedProduct } from './product-find.tsx'
import { VariantCount } from './product-title.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** A row of the product list on a narrow screen. */
export function ProductCard({ product }: { product: ListedProduct }) {
  const { price, price_max, origin_price } = product
  return (
    <Box sx={{ display: 'flex', gap: 1.5 }}>
      <Thumbnail src={product.imageUrl} alt="" size={72} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, alignContent: 'start' }}>
        <Box component="strong" sx={{ overflowWrap: 'anywhere' }}>
          {product.title}
        </Box>
        <VariantCount product={product} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
          <Box component="strong">
            <Amount value={price} isLowest={price_max !== undefined} />
          </Box>
          {origin_price > price && (
            <Box component="s" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              <Amount value={origin_price} />
            </Box>
          )}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '0.875rem' }}>
          <EnabledChip isEnabled={product.is_enabled === 1} />
          <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {product.category}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
