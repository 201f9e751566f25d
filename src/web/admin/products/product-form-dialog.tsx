import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { adminCatalogApi, type Product } from '#contract/catalog.ts'
import { useApiMutation } from '../../api/queries.ts'
import { fieldMessages } from '../lists/field-messages.ts'
import { FormDialog } from '../lists/form-dialog.tsx'
import { DigitsFormField, FlagFormField, TextFormField } from '../lists/form-fields.tsx'
import { PictureUpload } from './picture-upload.tsx'
import {
  extraPictureFields,
  newProduct,
  type ProductForm,
  productForm,
  productInput,
  productLabels,
} from './product-form.ts'
import { Thumbnail } from './thumbnail.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

interface ProductFormDialogProps {
  /** The product to edit; none for a new one. */
  product?: Product
  onSaved: () => void
  onClose: () => void
}

export function ProductFormDialog({ product, onSaved, onClose }: ProductFormDialogProps) {
  const form = useForm<ProductForm>({ defaultValues: product ? productForm(product) : newProduct })
  const { control, formState, setValue, watch } = form
  const create = useApiMutation(adminCatalogApi.create, { onSuccess: onSaved })
  const update = useApiMutation(adminCatalogApi.update, { onSuccess: onSaved })
  const messages = fieldMessages(create.error ?? update.error, productLabels)
  const upload = usePictureUpload((address) =>
    setValue('imageUrl', address, { shouldDirty: true, shouldTouch: true }),
  )

  const submit = form.handleSubmit((values) => {
    const data = productInput(values)
    if (product) update.mutate({ params: { id: product.id }, data })
    else create.mutate({ data })
  })

  return (
    <FormDialog
      title={product ? `編輯 ${product.title}` : '新增產品'}
      submitLabel={product ? '儲存' : '新增'}
      isDirty={formState.isDirty}
      isSaving={create.isPending || update.isPending}
      isWaiting={upload.isRunning}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '5fr 7fr' } }}>
        <Box sx={column}>
          <Typography component="h3" variant="h3">
            商品圖片
          </Typography>
          <Box sx={pictureRow}>
            <Box sx={{ ...column, flex: 1 }}>
              <TextFormField
                control={control}
                name="imageUrl"
                type="url"
                label={productLabels.imageUrl}
                required
                message={messages.imageUrl}
              />
              <PictureUpload upload={upload} />
            </Box>
            <Thumbnail src={watch('imageUrl')} alt="主圖預覽" size={96} />
          </Box>
          {extraPictureFields.map((index) => (
            <Box key={index} sx={pictureRow}>
              <TextFormField
                control={control}
                name={`imagesUrl.${index}`}
                type="url"
                label={`${productLabels.imagesUrl} ${index + 1}`}
                required
                message={index === 0 ? messages.imagesUrl : undefined}
              />
              <Thumbnail
                src={watch(`imagesUrl.${index}`)}
                alt={`圖片 ${index + 1} 預覽`}
                size={40}
              />
            </Box>
          ))}
        </Box>
        <Box sx={column}>
          <Typography component="h3" variant="h3">
            商品資料
          </Typography>
          <TextFormField
            control={control}
            name="title"
            label={productLabels.title}
            message={messages.title}
          />
          <Box sx={pair}>
            <TextFormField
              control={control}
              name="category"
              label={productLabels.category}
              required
              message={messages.category}
            />
            <TextFormField
              control={control}
              name="unit"
              label={productLabels.unit}
              required
              message={messages.unit}
            />
            <DigitsFormField
              control={control}
              name="origin_price"
              label={productLabels.origin_price}
              required
              message={messages.origin_price}
            />
            <DigitsFormField
              control={control}
              name="price"
              label={productLabels.price}
              required
              message={messages.price}
            />
          </Box>
          <TextFormField
            control={control}
            name="content"
            label={productLabels.content}
            rows={3}
            required
            message={messages.content}
          />
          <TextFormField
            control={control}
            name="description"
            label={productLabels.description}
            rows={10}
            message={messages.description}
          />
          <FlagFormField control={control} name="is_enabled" label={productLabels.is_enabled} />
        </Box>
      </Box>
    </FormDialog>
  )
}

const column = { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 } as const
const pictureRow = { display: 'flex', gap: 1.5, alignItems: 'flex-start' } as const
const pair = { display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' } as const
