import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/Delete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { type Control, useController, useWatch } from 'react-hook-form'
import { campaignBounds } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { AmountInput, amountFault } from '../../ui/fields/amount-input.tsx'
import type { CampaignForm, ChosenProduct, TierForm } from './campaign-form.ts'

/** The prices by how many come together; the first tier is what nobody pays more than. */
export function CampaignTiersField({ control }: { control: Control<CampaignForm> }) {
  const { field, fieldState } = useController({
    control,
    name: 'tiers',
    rules: { validate: (tiers) => tiers.map(tierFault).find(Boolean) ?? true },
  })
  const products = useWatch({ control, name: 'products' })
  const tiers = field.value
  const change = (index: number, tier: TierForm) => field.onChange(tiers.with(index, tier))
  if (products.length === 0) {
    return <Box sx={{ color: 'text.secondary' }}>選好商品後填寫各級的價格。</Box>
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {tiers.map((tier, index) => (
        <TierRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its position
          key={index}
          tier={tier}
          index={index}
          products={products}
          onChange={(next) => change(index, next)}
          onRemove={() => field.onChange(tiers.toSpliced(index, 1))}
        />
      ))}
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
      {tiers.length < campaignBounds.tiers.max && (
        <Button
          startIcon={<AddIcon />}
          color="inherit"
          variant="outlined"
          onClick={() => field.onChange([...tiers, { from_units: '', prices: {} }])}
          sx={{ justifySelf: 'start' }}
        >
          新增一級
        </Button>
      )}
    </Box>
  )
}

function tierFault({ from_units, prices }: TierForm): string | undefined {
  return [from_units, ...Object.values(prices)].map(amountFault).find(Boolean)
}

interface TierRowProps {
  tier: TierForm
  index: number
  products: ChosenProduct[]
  onChange: (tier: TierForm) => void
  onRemove: () => void
}

function TierRow({ tier, index, products, onChange, onRemove }: TierRowProps) {
  const name = `第 ${index + 1} 級`
  const isFirst = index === 0
  return (
    <Box role="group" aria-label={name} sx={row}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ fontWeight: 600, flex: 1 }}>{name}</Box>
        {!isFirst && (
          <IconButton aria-label={`移除${name}`} onClick={onRemove} sx={{ width: 44, height: 44 }}>
            <DeleteIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={fields}>
        <AmountInput
          label="滿幾份"
          value={tier.from_units}
          disabled={isFirst}
          onChange={(from_units) => onChange({ ...tier, from_units })}
          helperText={isFirst ? '第 1 級從 1 份開始，是最高價' : undefined}
          slotProps={{
            input: { endAdornment: <InputAdornment position="end">份</InputAdornment> },
          }}
        />
        {products.map(({ product_id, title, own_price }) => (
          <AmountInput
            key={product_id}
            label={`${title} 單價`}
            value={tier.prices[product_id] ?? ''}
            onChange={(price) =>
              onChange({ ...tier, prices: { ...tier.prices, [product_id]: price } })
            }
            helperText={isFirst ? `原售價 ${formatMoney(own_price)}` : undefined}
            slotProps={{
              input: { startAdornment: <InputAdornment position="start">NT$</InputAdornment> },
            }}
          />
        ))}
      </Box>
    </Box>
  )
}

const row = {
  display: 'grid',
  gap: 1.5,
  p: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const
const fields = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
} as const
