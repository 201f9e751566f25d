import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/Delete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { type Control, useController, useWatch } from 'react-hook-form'
import { campaignBounds } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { digitsOf } from '../lists/form-fields.tsx'
import type { CampaignForm, ChosenProduct, TierForm } from './campaign-form.ts'

/** The prices by how many come together; the first tier is what nobody pays more than. */
export function CampaignTiersField({ control }: { control: Control<CampaignForm> }) {
  const { field, fieldState } = useController({ control, name: 'tiers' })
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
        <TextField
          size="small"
          label="滿幾份"
          value={tier.from_units}
          disabled={isFirst}
          onChange={(event) => onChange({ ...tier, from_units: digitsOf(event.target.value) })}
          helperText={isFirst ? '第 1 級從 1 份開始，是最高價' : undefined}
          slotProps={{
            htmlInput: { inputMode: 'numeric' },
            input: { endAdornment: <InputAdornment position="end">份</InputAdornment> },
          }}
        />
        {products.map(({ product_id, title, own_price }) => (
          <TextField
            key={product_id}
            size="small"
            label={`${title} 單價`}
            value={tier.prices[product_id] ?? ''}
            onChange={(event) =>
              onChange({
                ...tier,
                prices: { ...tier.prices, [product_id]: digitsOf(event.target.value) },
              })
            }
            helperText={isFirst ? `原售價 ${formatMoney(own_price)}` : undefined}
            slotProps={{
              htmlInput: { inputMode: 'numeric' },
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
