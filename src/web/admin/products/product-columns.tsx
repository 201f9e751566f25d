import Box from '@mui/material/Box'
import type { ProductSortColumn } from '#contract/catalog.ts'
import { EnabledChip } from '../lists/enabled-chip.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount, amountWidth } from '../ui/amount.tsx'
import type { ListedProduct } from './product-find.tsx'
import { ProductTitle } from './product-title.tsx'
import { smallPictures, Thumbnail } from './thumbnail.tsx'

export const productColumns: ListColumn<ListedProduct, ProductSortColumn>[] = [
  {
    label: '主圖',
    width: 90,
    render: (product) => <Thumbnail src={product.imageUrl} alt="" size={64} />,
  },
  {
    label: '標題',
    width: 180,
    sort: 'title',
    render: (product) => <ProductTitle product={product} />,
  },
  {
    label: '小圖',
    width: 200,
    render: (product) => (
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        {smallPictures(product.imagesUrl, location.origin).map((src) => (
          <Thumbnail key={src} src={src} alt="" size={32} />
        ))}
      </Box>
    ),
  },
  {
    label: '狀態',
    width: 90,
    sort: 'is_enabled',
    render: (product) => <EnabledChip isEnabled={product.is_enabled === 1} />,
  },
  {
    label: '原價',
    width: 90,
    align: 'right',
    sort: 'origin_price',
    widthOf: (product) => amountWidth(product.origin_price),
    render: (product) => <Amount value={product.origin_price} />,
  },
  {
    label: '售價',
    width: 90,
    align: 'right',
    sort: 'price',
    widthOf: (product) => amountWidth(product.price, product.price_max !== undefined),
    render: ({ price, price_max }) => <Amount value={price} isLowest={price_max !== undefined} />,
  },
]
