import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Control, useFieldArray } from 'react-hook-form'
import { maxPlaces, storeChainLabels, storeChains } from '#contract/shipping-kinds.ts'
import { FlagFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { type MethodForm, newPlace } from './method-form.ts'

type Props = { control: Control<MethodForm> }

/** Where shoppers pick up, in the order in which they read it. */
export function PlaceFields({ control }: Props) {
  const places = useFieldArray({ control, name: 'places', keyName: 'key' })
  const isOne = places.fields.length === 1
  return (
    <>
      {places.fields.map(({ key }, at) => (
        <Box key={key} role="group" aria-label={`取貨地點 ${at + 1}`} sx={place}>
          <TextFormField
            control={control}
            name={`places.${at}.name`}
            label={isOne ? '取貨地點' : `取貨地點 ${at + 1}`}
            required
            help={at === 0 ? '例如：中山店' : undefined}
          />
          <TextFormField
            control={control}
            name={`places.${at}.hours`}
            label="取貨時間"
            help={at === 0 ? '例如：週一至週五 12:00–20:00；可留空' : undefined}
          />
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TextFormField control={control} name={`places.${at}.address`} label="地址" required />
          </Box>
          {!isOne && (
            <Box sx={{ gridColumn: '1 / -1', textAlign: 'right' }}>
              <Button color="inherit" sx={tall} onClick={() => places.remove(at)}>
                刪除取貨地點 {at + 1}
              </Button>
            </Box>
          )}
        </Box>
      ))}
      {places.fields.length < maxPlaces && (
        <Box>
          <Button
            variant="outlined"
            color="inherit"
            sx={tall}
            onClick={() => places.append(newPlace)}
          >
            新增取貨地點
          </Button>
        </Box>
      )}
    </>
  )
}

export function ChainFields({ control }: Props) {
  return (
    <Box role="group" aria-label="超商" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {storeChains.map((chain) => (
        <FlagFormField
          key={chain}
          control={control}
          name={`chains.${chain}`}
          label={storeChainLabels[chain]}
        />
      ))}
    </Box>
  )
}

const place = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const
const tall = { minHeight: 44 } as const
