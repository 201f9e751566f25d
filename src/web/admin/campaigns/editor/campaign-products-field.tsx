import { type Control, useController } from 'react-hook-form'
import { Picker } from '../../pickers/picker.tsx'
import { type ProductChoice, productChoices } from '../../pickers/sources.ts'
import type { CampaignForm, ChosenProduct } from './campaign-form.ts'

/** A product as the form has it before it is saved. */
export function chosenProduct({ id, name, price = 0 }: ProductChoice): ChosenProduct {
  return { product_id: id, title: name, own_price: price }
}

/** Chooses the products of a campaign, in the order of its page. */
export function CampaignProductsField({ control }: { control: Control<CampaignForm> }) {
  const { field, fieldState } = useController({ control, name: 'products' })
  return (
    <Picker
      source={productChoices}
      label="商品"
      chosen={field.value.map(({ product_id, title, own_price }) => ({
        ...{ id: product_id, name: title, price: own_price },
      }))}
      onChange={(chosen) =>
        field.onChange(
          chosen.map(
            ({ id, name, price }) =>
              field.value.find(({ product_id }) => product_id === id) ??
              chosenProduct({ id, name, price }),
          ),
        )
      }
      onBlur={field.onBlur}
      inputRef={field.ref}
      help="1 至 10 項；發布後依發布時的內容販售"
      fault={fieldState.error?.message}
    />
  )
}
