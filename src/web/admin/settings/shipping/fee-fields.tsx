import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type Control, type Path, useController, useFieldArray, useWatch } from 'react-hook-form'
import { type MethodKind, maxSteps } from '#contract/shipping-kinds.ts'
import { DigitsFormField } from '../../ui/fields/form-fields.tsx'
import { type MethodForm, methodWords } from './method-form.ts'

type Props = { control: Control<MethodForm> }

const feeKinds = { fixed: '固定運費', weight: '依重量', qty: '依件數' } as const
const outlyingKinds = { same: '與本島相同', surcharge: '加收運費', refused: '不配送' } as const

/** The fee of a method: one fee or steps, from which sum on none, and on outlying islands. */
export function FeeFields({ control, kind }: Props & { kind: MethodKind }) {
  const [by, outlying] = useWatch({ control, name: ['fee_by', 'outlying'] })
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography component="h3" variant="h3">
        運費
      </Typography>
      <Box sx={pair}>
        <ChoiceField control={control} name="fee_by" label="計算方式" options={feeKinds} />
        {by === 'fixed' && (
          <UnitField
            control={control}
            name="fee"
            label={methodWords.fee.label}
            unit="元"
            help="0 表示不收運費"
          />
        )}
      </Box>
      {by !== 'fixed' && <StepFields control={control} unit={by === 'weight' ? '公克' : '件'} />}
      <Box sx={pair}>
        <UnitField
          control={control}
          name="free_over"
          label={methodWords.free_over.label}
          unit="元"
          help="折扣後金額達到時免運；留空表示沒有免運"
        />
      </Box>
      {kind !== 'place' && (
        <Box sx={pair}>
          <ChoiceField control={control} name="outlying" label="離島" options={outlyingKinds} />
          {outlying === 'surcharge' && (
            <UnitField
              control={control}
              name="outlying_amount"
              label={methodWords.amount.label}
              unit="元"
              help="滿額免運時也會加收"
            />
          )}
        </Box>
      )}
    </Box>
  )
}

function StepFields({ control, unit }: Props & { unit: string }) {
  const steps = useFieldArray({ control, name: 'steps' })
  return (
    <Box role="group" aria-label="運費級距" sx={{ display: 'grid', gap: 2 }}>
      {steps.fields.map(({ id }, at) => (
        <Box key={id} sx={step}>
          <Box sx={{ flex: '3 1 8rem' }}>
            <UnitField
              control={control}
              name={`steps.${at}.up_to`}
              label={`第 ${at + 1} 級`}
              // With it the name of the field stands above an empty one, too.
              start="至"
              unit={unit}
              help={at === steps.fields.length - 1 ? '留空表示以上不限' : undefined}
            />
          </Box>
          <Box sx={{ flex: '2 1 6.5rem' }}>
            <UnitField control={control} name={`steps.${at}.fee`} label="運費" unit="元" />
          </Box>
          <IconButton
            aria-label={`刪除第 ${at + 1} 級`}
            disabled={steps.fields.length === 1}
            onClick={() => steps.remove(at)}
            sx={{ width: 44, height: 44 }}
          >
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {steps.fields.length < maxSteps && (
        <Box>
          <Button
            variant="outlined"
            color="inherit"
            sx={{ minHeight: 44 }}
            onClick={() => steps.append({ up_to: '', fee: '' })}
          >
            新增一級
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** A whole number of a unit, or nothing. */
export function UnitField(props: {
  control: Control<MethodForm>
  name: Path<MethodForm>
  label: string
  start?: string
  unit: string
  help?: string | undefined
}) {
  const { start, unit, ...field } = props
  return (
    <DigitsFormField
      {...field}
      startAdornment={start && <InputAdornment position="start">{start}</InputAdornment>}
      endAdornment={<InputAdornment position="end">{unit}</InputAdornment>}
    />
  )
}

/** One of a few values, of which one is always chosen. */
function ChoiceField(props: {
  control: Control<MethodForm>
  name: 'fee_by' | 'outlying'
  label: string
  options: Record<string, string>
}) {
  const { field } = useController({ control: props.control, name: props.name })
  const steps = useFieldArray({ control: props.control, name: 'steps' })
  const { ref, onChange, ...input } = field
  return (
    <TextField
      {...input}
      inputRef={ref}
      select
      fullWidth
      size="small"
      label={props.label}
      onChange={(event) => {
        onChange(event)
        const isStepped = props.name === 'fee_by' && event.target.value !== 'fixed'
        if (isStepped && steps.fields.length === 0) steps.append({ up_to: '', fee: '' })
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {Object.entries(props.options).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  )
}

const step = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 } as const
const pair = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const
