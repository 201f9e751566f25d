import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'

interface ProductFiguresProps {
  label: string
  /** Headings of the figures, in their order. */
  columns: readonly string[]
  products: {
    id: string
    title: string
    unit: string
    note?: ReactNode
    figures: { value: ReactNode; isBad?: boolean }[]
    /** Adds up the rows above it. */
    isSum?: boolean
  }[]
}
type Product = ProductFiguresProps['products'][number]

/** Figures of each product: a table, on a phone a block for each product. */
export function ProductFigures(props: ProductFiguresProps) {
  const isNarrow = useMediaQuery('(max-width: 599px)', { noSsr: true })
  return isNarrow ? <Blocks {...props} /> : <Rows {...props} />
}

function Rows({ label, columns, products }: ProductFiguresProps) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>商品</TableCell>
            {columns.map((column) => (
              <TableCell key={column} align="right" sx={{ whiteSpace: 'nowrap' }}>
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {products.map((product) => (
            <TableRow key={product.id} sx={weightOf(product)}>
              <TableCell sx={{ minWidth: 140, overflowWrap: 'anywhere' }}>
                <Title product={product} />
              </TableCell>
              {columns.map((column, index) => (
                <TableCell key={column} align="right" sx={figureOf(product, index)}>
                  {product.figures[index]?.value}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Blocks({ label, columns, products }: ProductFiguresProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {products.map((product) => (
        <Box component="li" key={product.id} sx={{ ...block, ...weightOf(product) }}>
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <Title product={product} />
          </Box>
          <Box component="dl" sx={figures}>
            {columns.map((column, index) => (
              <Box key={column}>
                <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                  {column}
                </Box>
                <Box component="dd" sx={{ m: 0, ...figureOf(product, index) }}>
                  {product.figures[index]?.value}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Title({ product: { title, unit, note } }: { product: Product }) {
  return (
    <>
      {title}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        ／{unit}
      </Box>{' '}
      {note}
    </>
  )
}

/** The cells of a table have a weight of their own. */
function weightOf({ isSum }: Product) {
  return isSum ? { fontWeight: 600, '& td': { fontWeight: 600 } } : {}
}

function figureOf({ figures: all }: Product, index: number) {
  return {
    fontVariantNumeric: 'tabular-nums',
    ...(all[index]?.isBad && { color: 'error.main', fontWeight: 600 }),
  } as const
}

const block = { py: 1.5, borderTop: 1, borderColor: 'divider' } as const
const figures = {
  display: 'grid',
  gap: 1,
  m: 0,
  mt: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(88px, 1fr))',
} as const
