import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { Settlement } from '#contract/campaigns.ts'
import { soldId } from '../../../campaigns/prices/group-price.ts'
import { AmountInput } from '../../ui/fields/amount-input.tsx'

/** As it is typed, by the variant or the product without options. */
export interface Delivery {
  pieces: Record<string, { received?: number | ''; damaged?: number | '' }>
  note: string
}

interface DeliveryStepProps {
  products: Settlement['products']
  delivery: Delivery
  error: string | undefined
  onChange: (delivery: Delivery) => void
}

/** Takes what came of each product, and how much of it is damaged. */
export function DeliveryStep({ products, delivery, error, onChange }: DeliveryStepProps) {
  const { pieces, note } = delivery
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      {error && <Alert severity="error">{error}</Alert>}
      <Box component="ul" aria-label="這次到貨" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {products.map((product) => {
          const id = soldId(product)
          const change = (typed: Delivery['pieces'][string]) =>
            onChange({ ...delivery, pieces: { ...pieces, [id]: { ...pieces[id], ...typed } } })
          return (
            <Box component="li" key={id} sx={row}>
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {product.title}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  ／{product.unit}
                </Box>
                <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                  {figuresText(product)}
                  {product.short > 0 && (
                    <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
                      ・還缺 {product.short}
                    </Box>
                  )}
                </Box>
              </Box>
              <AmountInput
                label="這次到貨"
                value={pieces[id]?.received ?? ''}
                onChange={(received) => change({ received })}
                slotProps={{ htmlInput: { 'aria-label': `${product.title} 這次到貨` } }}
              />
              <AmountInput
                label="其中損壞"
                value={pieces[id]?.damaged ?? ''}
                onChange={(damaged) => change({ damaged })}
                slotProps={{ htmlInput: { 'aria-label': `${product.title} 其中損壞` } }}
              />
            </Box>
          )
        })}
      </Box>
      <TextField
        size="small"
        label="備註"
        fullWidth
        value={note}
        helperText="例如第二批、物流單號；損壞的不會入庫。"
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => onChange({ ...delivery, note: target.value })}
      />
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        入庫後會先保留給已付款的訂單，先跟團的先給，沒有到的等下一批。確定不會再來時，請按「不再等，分配到貨」，選擇怎麼分並退還差額。
      </Box>
    </Box>
  )
}

function figuresText({ ordered, received, damaged }: Settlement['products'][number]): string {
  const broken = damaged > 0 ? `（另有損壞 ${damaged}）` : ''
  return `已叫貨 ${ordered}・已到貨 ${received}${broken}`
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 120px 120px' },
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
  alignItems: 'center',
  gap: 1.5,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
