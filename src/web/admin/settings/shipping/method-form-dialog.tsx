import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type Control, type Path, useForm, useWatch } from 'react-hook-form'
import { type AdminShippingMethod, adminShippingApi } from '#contract/admin-shipping.ts'
import {
  type MethodKind,
  shippingKindLabels,
  temperatureLabels,
  temperatures,
} from '#contract/shipping-kinds.ts'
import { write } from '../../../api/write.ts'
import { FlagFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { FeeFields, UnitField } from './fee-fields.tsx'
import { type MethodForm, methodForm, methodInput, methodWords, newMethod } from './method-form.ts'
import { ChainFields, PlaceFields } from './place-fields.tsx'

/** A method with the fields of its kind. */
export function MethodFormDialog(props: {
  kind: MethodKind
  /** The method to edit; none for a new one. */
  method?: AdminShippingMethod
  onClose: () => void
}) {
  const { kind, method, onClose } = props
  const form = useForm<MethodForm>({ defaultValues: method ? methodForm(method) : newMethod(kind) })
  const { control } = form
  const save = useSaveEntry({
    form,
    words: methodWords,
    fieldOf: (field) => fieldOf(field, form.getValues()),
    save: (values) => {
      const data = methodInput(kind, values)
      if (!method) return write(adminShippingApi.create, { data })
      const { id, version } = method
      return write(adminShippingApi.update, { params: { id }, data: { ...data, version } })
    },
    onSaved: onClose,
  })
  const title = method ? `編輯 ${method.name}` : `新增${shippingKindLabels[kind]}`
  return (
    <FormDialog title={title} submitLabel={method ? '儲存' : '新增'} save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 3, pt: 1 }}>
        <Box sx={section}>
          <TextFormField
            control={control}
            name="name"
            label={methodWords.name.label}
            required
            help="顧客在結帳時看到的名稱"
          />
          {kind === 'place' && <PlaceFields control={control} />}
          {kind === 'store' && <ChainFields control={control} />}
        </Box>
        <FeeFields control={control} kind={kind} />
        <CarriedFields control={control} kind={kind} />
        {kind === 'store' && (
          <FlagFormField
            control={control}
            name="cod"
            label="可取貨付款"
            help="顧客可以到店取貨時再付現，商店先寄出；每筆最多 20,000 元，由物流代收後撥款"
          />
        )}
        <FlagFormField
          control={control}
          name="is_on"
          label="開放顧客選擇"
          help="關閉後不再提供，已成立的訂單不受影響"
        />
      </Box>
    </FormDialog>
  )
}

function CarriedFields({ control, kind }: { control: Control<MethodForm>; kind: MethodKind }) {
  const carried = useWatch({ control, name: 'temperatures' })
  const isMixable = kind === 'home' && temperatures.filter((one) => carried[one] === 1).length > 1
  return (
    <Box component="section" sx={section}>
      <Typography component="h3" variant="h3">
        可配送的商品
      </Typography>
      {kind === 'store' ? (
        <Typography>超商取貨只寄送常溫商品。</Typography>
      ) : (
        <Box
          role="group"
          aria-label="溫層"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
        >
          {temperatures.map((one) => (
            <FlagFormField
              key={one}
              control={control}
              name={`temperatures.${one}`}
              label={temperatureLabels[one]}
            />
          ))}
        </Box>
      )}
      {isMixable && (
        <FlagFormField
          control={control}
          name="mixes"
          label="不同溫層的商品可以一起下單"
          help="不勾選時，例如常溫與冷凍的商品要分開下單"
        />
      )}
      <Box sx={limits}>
        <UnitField control={control} name="max_weight_g" label="重量上限" unit="公克" />
        <UnitField control={control} name="max_sides_cm" label="三邊合計上限" unit="公分" />
        <UnitField control={control} name="max_amount" label="訂單金額上限" unit="元" />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {kind === 'store'
          ? '留空時依超商的規定：5 公斤、三邊合計 105 公分、最長邊 45 公分、20,000 元。'
          : '留空表示不限。'}
        超過的訂單不能選這個方式；重量與尺寸依商品資料計算，沒有填寫的商品不計。
      </Typography>
    </Box>
  )
}

/** Where a field of the server stands in the form. */
function fieldOf(field: string, values: MethodForm): Path<MethodForm> {
  const { fee_by, steps, places } = values
  const emptyFee = steps.findIndex(({ fee }) => fee === '' || fee > 10_000)
  const emptyStep = steps.findIndex(({ up_to }, at) => up_to === '' && at < steps.length - 1)
  const emptyPlace = places.findIndex(({ name }) => name.trim() === '')
  const emptyAddress = places.findIndex(({ address }) => address.trim() === '')
  switch (field) {
    case 'fee':
      return fee_by === 'fixed' ? 'fee' : `steps.${Math.max(emptyFee, 0)}.fee`
    case 'up_to':
    case 'steps':
      return `steps.${Math.max(emptyStep, 0)}.up_to`
    case 'outlying':
    case 'amount':
      return 'outlying_amount'
    case 'temperatures':
      return 'temperatures.normal'
    case 'max_sides_mm':
      return 'max_sides_cm'
    case 'chains':
      return 'chains.UNIMART'
    case 'name':
      return values.name.trim() === '' || emptyPlace < 0 ? 'name' : `places.${emptyPlace}.name`
    case 'places':
      return `places.${Math.max(emptyPlace, 0)}.name`
    case 'address':
      return `places.${Math.max(emptyAddress, 0)}.address`
    default:
      return field as Path<MethodForm>
  }
}

const section = { display: 'grid', gap: 2, minWidth: 0 } as const
const limits = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
} as const
