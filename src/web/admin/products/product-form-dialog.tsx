import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import MuiLink from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { adminCatalogApi, type Product } from '#contract/catalog.ts'
import { noReturnLabels, noReturns } from '#contract/no-return.ts'
import { temperatureLabels, temperatures } from '#contract/shipping-kinds.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { useMay } from '../admin-context.ts'
import { EnglishButton } from '../english/english-button.tsx'
import type { DialogProps } from '../lists/list-definition.ts'
import { MarkupField } from '../markup/markup-field.tsx'
import { withChangedFields } from '../ui/changed-fields.ts'
import { DigitsFormField, FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { PictureFields, usePictureFields } from './picture-fields.tsx'
import { productPictureLabel, productPictures } from './pictures.ts'
import {
  copiedVariants,
  faultyPicture,
  newProduct,
  type ProductForm,
  productForm,
  productInput,
  productWords as words,
} from './product-form.ts'
import { productQuestions } from './product-questions.ts'

interface ProductFormDialogProps extends DialogProps {
  /** The product to edit; none for a new one. */
  product?: Product
  /** The product that a new one starts from. */
  copied?: Product
  onOpen?: (dialog: string) => void
}

export function ProductFormDialog(props: ProductFormDialogProps) {
  const { product, onOpen } = props
  const may = useMay()
  const source = product ?? props.copied
  const hasVariants = (source?.variants ?? []).length > 0
  const form = useForm<ProductForm>({ defaultValues: source ? productForm(source) : newProduct })
  const { control } = form
  const [showsAddresses, setShowsAddresses] = useState(false)
  const upload = usePictureFields(form, productPictures)
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) =>
      field === 'imagesUrl' ? faultyPicture(form.getValues()) : (field as keyof typeof words),
    save: (values, shown) => {
      const data = productInput(values, source)
      if (!product) {
        const { initial_stock } = values
        const counted = {
          ...{ ...data, ...copiedVariants(source) },
          ...(initial_stock !== '' && { initial_stock }),
        }
        return write(adminCatalogApi.create, { data: counted })
      }
      const change = withChangedFields(productInput(shown, product), data)
      return write(adminCatalogApi.update, { params: { id: product.id }, data: change })
    },
    // A folded field takes no focus.
    reveal: (name) => {
      if (name.startsWith('image')) flushSync(() => setShowsAddresses(true))
    },
    questionsAbout: (values) => productQuestions(values, product),
    onSaved: props.onSaved,
  })

  return (
    <FormDialog
      ignoresEscape
      title={product ? `編輯 ${product.title}` : '新增產品'}
      submitLabel={product ? '儲存' : '新增'}
      save={save}
      extraAction={
        product &&
        onOpen && (
          <>
            <Button color="inherit" startIcon={<ContentCopyIcon />} onClick={() => onOpen('copy')}>
              複製產品
            </Button>
            <EnglishButton kind="product" id={product.id} title={product.title} />
            <Button color="inherit" component={Link} to={paths.adminProduct(product.id)}>
              規格…
            </Button>
          </>
        )
      }
      onClose={props.onClose}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '5fr 7fr' } }}>
        <PictureFields
          title="商品圖片"
          form={form}
          names={productPictures}
          labelOf={productPictureLabel}
          isRequired
          upload={upload}
          showsAddresses={showsAddresses}
          onShowAddresses={setShowsAddresses}
        />
        <Box sx={column}>
          <Typography component="h3" variant="h3">
            商品資料
          </Typography>
          <TextFormField control={control} name="title" label={words.title.label} />
          <Box sx={pair}>
            <TextFormField
              control={control}
              name="category"
              label={words.category.label}
              required
            />
            <TextFormField control={control} name="unit" label={words.unit.label} required />
            <DigitsFormField
              control={control}
              name="origin_price"
              label={words.origin_price.label}
              required
              isReadOnly={hasVariants}
            />
            <DigitsFormField
              control={control}
              name="price"
              label={words.price.label}
              required
              isReadOnly={hasVariants}
            />
            {!product && !hasVariants && may('stock.write') && (
              <DigitsFormField
                control={control}
                name="initial_stock"
                label={words.initial_stock.label}
                help="留空就是不限量"
              />
            )}
          </Box>
          {hasVariants && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {product ? (
                <>
                  原價與售價是最低價的規格；要修改，請到
                  <MuiLink component={Link} to={paths.adminProduct(product.id)} color="inherit">
                    規格
                  </MuiLink>
                  。
                </>
              ) : (
                '規格一併複製，但貨號（SKU）與庫存除外；新增後可在規格頁修改。'
              )}
            </Typography>
          )}
          <TextFormField
            control={control}
            name="content"
            label={words.content.label}
            rows={3}
            required
          />
          <MarkupField
            control={control}
            name="description"
            label={words.description.label}
            rows={10}
          />
          <Box sx={pair}>
            <TextField
              {...form.register('shipping_temperature')}
              select
              size="small"
              label={words.shipping_temperature.label}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              {temperatures.map((one) => (
                <option key={one} value={one}>
                  {temperatureLabels[one]}
                </option>
              ))}
            </TextField>
            <DigitsFormField
              control={control}
              name="weight_g"
              label={words.weight_g.label}
              endAdornment={<InputAdornment position="end">公克</InputAdornment>}
            />
          </Box>
          {shopTerms?.issuesInvoices && (
            <TextField
              {...form.register('tax_type')}
              select
              size="small"
              label={words.tax_type.label}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              <option value="taxed">應稅</option>
              <option value="free">免稅（未加工的農林漁牧產品等）</option>
            </TextField>
          )}
          <TextFormField
            control={control}
            name="sides_mm"
            label={words.sides_mm.label}
            endAdornment={<InputAdornment position="end">公釐</InputAdornment>}
            help={`長×寬×高，例如 300×200×100；溫層、重量與尺寸決定能用哪些配送方式${hasVariants ? '，規格可以有自己的重量與尺寸' : ''}`}
          />
          <TextField
            {...form.register('no_return')}
            select
            size="small"
            label={words.no_return.label}
            helperText="依法只有這些商品不適用，結帳前會告訴顧客；團購、預購都不是理由"
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">適用</option>
            {noReturns.map((one) => (
              <option key={one} value={one}>
                不適用：{noReturnLabels[one]}
              </option>
            ))}
          </TextField>
          <FlagFormField control={control} name="is_enabled" label={words.is_enabled.label} />
        </Box>
      </Box>
    </FormDialog>
  )
}

const column = { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 } as const
const pair = { display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' } as const
