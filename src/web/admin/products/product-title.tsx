import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney, groupDigits } from '#contract/money.ts'
import { paths } from '../../paths.ts'
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

/**
 * With the pieces that are left of all variants, where all are counted. It unfolds what each of them
 * costs and has left.
 */
export function VariantCount({ product }: { product: ListedProduct }) {
  const { id, variants = [], details } = product
  const [isOpen, setIsOpen] = useState(false)
  if (variants.length === 0) return null
  return (
    <Box
      component="details"
      onToggle={({ currentTarget }: { currentTarget: HTMLDetailsElement }) =>
        setIsOpen(currentTarget.open)
      }
      sx={{ color: 'text.secondary', fontSize: '0.875rem', minWidth: 0 }}
    >
      <Box component="summary" sx={summary}>
        {variants.length} 種規格{leftText(details?.available)}
      </Box>
      {isOpen && (
        <>
          <Box component="ul" aria-label={`${product.title} 的規格`} sx={list}>
            {variants.map(({ id, title, price, available, is_enabled }) => (
              <li key={id}>
                <Box component="span" sx={{ color: 'text.primary' }}>
                  {title}
                </Box>{' '}
                {formatMoney(price)}
                {leftText(available)}
                {is_enabled === 0 && '・未啟用'}
              </li>
            ))}
          </Box>
          <MuiLink component={Link} to={paths.adminProduct(id)} color="inherit" sx={editLink}>
            編輯規格
          </MuiLink>
        </>
      )}
    </Box>
  )
}

const leftText = (available: number | null | undefined) =>
  typeof available === 'number' ? `・可售 ${groupDigits(available)}` : ''

const summary = {
  ...{ display: 'list-item', py: 1.5, my: -0.75, cursor: 'pointer', overflowWrap: 'anywhere' },
  '&:hover': { color: 'text.primary' },
} as const
const list = {
  ...{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, overflowWrap: 'anywhere' },
  ...{ maxHeight: 240, overflowY: 'auto' },
} as const
const editLink = { display: 'inline-flex', alignItems: 'center', minHeight: 44 } as const
