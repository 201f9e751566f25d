import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { type Control, useController, useWatch } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import { type ProductChoice, productChoices } from '../../pickers/sources.ts'
import { Amount } from '../../ui/amount.tsx'
import {
  type CampaignForm,
  type ChosenProduct,
  type ChosenVariant,
  toStep,
} from './campaign-form.ts'

type Variants = NonNullable<ProductChoice['variants']>

/** Of each product with options: the variants that take part, and their prices in all tiers. */
export function CampaignVariantsField({ control }: { control: Control<CampaignForm> }) {
  const { field } = useController({ control, name: 'products' })
  return field.value.map((product, index) => (
    <ProductVariants
      key={product.product_id}
      control={control}
      product={product}
      onChange={(chosen) =>
        field.onChange(field.value.with(index, { ...product, variants: chosen }))
      }
    />
  ))
}

interface ProductVariantsProps {
  control: Control<CampaignForm>
  product: ChosenProduct
  onChange: (chosen: ChosenVariant[]) => void
}

/** Each product is asked for by itself, so that the tables stay while another one is added. */
function ProductVariants(props: ProductVariantsProps) {
  const [known] = productChoices.useNamed([props.product.product_id]) ?? []
  return known?.variants?.length ? <VariantTable {...props} variants={known.variants} /> : null
}

function VariantTable(props: ProductVariantsProps & { variants: Variants }) {
  const { control, product, variants, onChange } = props
  const tiers = useWatch({ control, name: 'tiers' })
  const chosen = product.variants ?? allOf(variants)
  const stepOf = (id: string) => chosen.find(({ variant_id }) => variant_id === id)?.step
  /** In the order of the product; those that it does not offer just now stay. */
  const change = (id: string, step: string | undefined) =>
    onChange([
      ...variants.flatMap((variant) => {
        const next = variant.id === id ? step : stepOf(variant.id)
        return next === undefined ? [] : [{ variant_id: variant.id, step: next }]
      }),
      ...chosen.filter(({ variant_id }) => variants.every((variant) => variant.id !== variant_id)),
    ])
  return (
    // Within a grid: the table scrolls, and the form keeps its width.
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{product.title} 的規格</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        勾選參加的規格；每一級的單價是上面的單價加差額，可填負數。
      </Box>
      <TableContainer
        tabIndex={0}
        role="region"
        aria-label={`${product.title} 的規格與各級單價`}
        sx={{ maxHeight: '70vh' }}
      >
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>規格</TableCell>
              <TableCell>差額</TableCell>
              <TableCell align="right">原售價</TableCell>
              {tiers.map(({ from_units }, tier) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its position
                <TableCell key={tier} align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {from_units === '' ? `第 ${tier + 1} 級` : `${from_units} 份起`}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {variants.map(({ id, title, price }) => {
              const step = stepOf(id)
              const takesPart = step !== undefined
              return (
                <TableRow key={id}>
                  <TableCell sx={{ minWidth: 120, overflowWrap: 'anywhere' }}>
                    <FormControlLabel
                      label={title}
                      control={
                        <Checkbox
                          checked={takesPart}
                          // A product without any of its variants is removed above.
                          disabled={takesPart && chosen.length === 1}
                          onChange={(_, checked) =>
                            change(id, checked ? defaultStep(variants, id) : undefined)
                          }
                        />
                      }
                    />
                  </TableCell>
                  <TableCell>
                    <TextField
                      size="small"
                      value={step ?? ''}
                      disabled={!takesPart}
                      onChange={({ target }) =>
                        isStepText(target.value) && change(id, target.value)
                      }
                      slotProps={{ htmlInput: { 'aria-label': `${title} 差額` } }}
                      sx={{ width: 88 }}
                    />
                  </TableCell>
                  <TableCell align="right">
                    {price === undefined ? '—' : <Amount value={price} />}
                  </TableCell>
                  {tiers.map(({ prices }, tier) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its position
                    <TableCell key={tier} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {takesPart ? tierPriceText(prices[product.product_id], step) : '—'}
                    </TableCell>
                  ))}
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  )
}

function tierPriceText(price: number | '' | undefined, step: string): string {
  return typeof price === 'number' ? formatMoney(price + toStep(step)) : '—'
}

/** As the server takes them where none are named. */
function allOf(variants: Variants): ChosenVariant[] {
  return variants.map(({ id }) => ({ variant_id: id, step: defaultStep(variants, id) }))
}

/** Beyond the price of the cheapest one, which is the price of the product. */
function defaultStep(variants: Variants, id: string): string {
  const lowest = Math.min(...variants.map(({ price = 0 }) => price))
  return String((variants.find((variant) => variant.id === id)?.price ?? 0) - lowest)
}

function isStepText(text: string): boolean {
  return /^-?\d{0,6}$/.test(text)
}
