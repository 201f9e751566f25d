import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { adminShippingApi } from '#contract/admin-shipping.ts'
import { apiQuery } from '../../../api/queries.ts'
import { useMay } from '../../admin-context.ts'
import type { CampaignForm } from './campaign-form.ts'

/** Which of the shop's methods participants may choose; nothing to see in a shop with one. */
export function ShippingMethodsField({ control }: { control: Control<CampaignForm> }) {
  const { field } = useController({ control, name: 'shipping_method_ids' })
  const isAllowed = useMay()('setting.read')
  const query = useQuery({ ...apiQuery(adminShippingApi.list, {}), enabled: isAllowed })
  const methods = query.data?.methods.filter(({ is_on }) => is_on) ?? []
  if (methods.length < 2) return null
  const chosen = field.value
  return (
    <FormControl component="fieldset" disabled={field.disabled === true}>
      <FormLabel component="legend">可選的配送方式</FormLabel>
      <FormGroup row>
        {methods.map(({ id, name }) => (
          <FormControlLabel
            key={id}
            label={name}
            control={
              <Checkbox
                checked={chosen.includes(id)}
                onBlur={field.onBlur}
                onChange={(_, isChecked) =>
                  field.onChange(
                    isChecked ? [...chosen, id] : chosen.filter((other) => other !== id),
                  )
                }
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText sx={{ mx: 0 }}>都不勾選時，可選商店所有的配送方式</FormHelperText>
    </FormControl>
  )
}
