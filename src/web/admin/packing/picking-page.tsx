import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import type { PickedProduct } from '#contract/packing.ts'
import { shopSettings } from '../../api/shop-config.ts'
import { PrintPage } from './print-page.tsx'
import { clearTicks, useTicks } from './ticks.ts'

/** 揀貨單: what to fetch from the shelves; ticked off on a phone, or on paper. */
export function PickingPage() {
  return (
    <PrintPage
      title="揀貨單"
      paper={{ size: 'A4', margin: '10mm' }}
      closeLabel="關閉"
      onClose={clearTicks}
    >
      {({ products }, ids) => <PickingList products={products} orderIds={ids} />}
    </PrintPage>
  )
}

function PickingList(props: { products: PickedProduct[]; orderIds: string[] }) {
  const { products, orderIds } = props
  const { ticked, tick } = useTicks(orderIds)
  const categories = Map.groupBy(products, ({ category }) => category)
  const pieces = products.reduce((sum, product) => sum + product.pieces, 0)
  return (
    <Box sx={{ maxWidth: 720, '@media print': { maxWidth: 'none', color: '#000' } }}>
      <Typography sx={{ mb: 1, fontVariantNumeric: 'tabular-nums' }}>
        {shopSettings.name}・{products.length} 種商品，共 {pieces} 件
      </Typography>
      {[...categories].map(([category, ofOne]) => (
        <Fragment key={category}>
          <Typography variant="h2" sx={{ mt: 2, mb: 0.5, breakAfter: 'avoid' }}>
            {category}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {ofOne.map((product) => {
              const id = product.variant_id ?? product.product_id
              return (
                <Row
                  key={id}
                  product={product}
                  isTicked={ticked.includes(id)}
                  onTick={() => tick(id)}
                />
              )
            })}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}

function Row(props: { product: PickedProduct; isTicked: boolean; onTick: () => void }) {
  const { product, isTicked, onTick } = props
  return (
    <Box component="li" sx={row}>
      <Box component="label" sx={label}>
        <Checkbox checked={isTicked} onChange={onTick} />
        <Box
          component="span"
          sx={{
            flex: 1,
            minWidth: 0,
            overflowWrap: 'anywhere',
            ...(isTicked && {
              '@media screen': { color: 'text.secondary', textDecoration: 'line-through' },
            }),
          }}
        >
          {product.title}
        </Box>
        <Box component="span" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          <Box component="strong" sx={{ fontSize: '1.125rem', whiteSpace: 'nowrap' }}>
            {product.pieces} {product.unit}
          </Box>
          <Box
            component="span"
            sx={{ display: 'block', fontSize: '0.875rem', color: 'text.secondary' }}
          >
            {product.orders} 筆訂單
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

const row = { borderBottom: 1, borderColor: 'divider', breakInside: 'avoid' } as const
const label = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 56,
  py: 0.5,
  pr: 1,
  cursor: 'pointer',
} as const
