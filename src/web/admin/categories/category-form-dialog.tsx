import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCategoryApi, type Category, type CategoryInput } from '#contract/categories.ts'
import { write } from '../../api/write.ts'
import { PictureUpload } from '../settings/picture-upload.tsx'
import type { FieldWords } from '../ui/fields/field-errors.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

type Form = Omit<CategoryInput, 'name'>

const words = {
  new_name: {
    label: '名稱',
    invalid: '名稱請在 100 個字以內，不換行',
    codes: ['CATEGORY_NAME_TAKEN'],
  },
  picture: { label: '圖片', invalid: '請重新上傳圖片' },
  text: { label: '說明', invalid: '說明請在 500 個字以內' },
} satisfies Record<string, FieldWords>

/** Picture and text of a category, and its name with that of its products. */
export function CategoryFormDialog(props: { category: Category; onClose: () => void }) {
  const { name, count, picture, text } = props.category
  const form = useForm<Form>({ defaultValues: { new_name: name, picture, text } })
  const { control } = form
  const save = useSaveEntry({
    form,
    words,
    save: (values) => write(adminCategoryApi.update, { data: { name, ...values } }),
    questionsAbout: ({ new_name }) =>
      new_name.trim() === '' || new_name.trim() === name
        ? []
        : [`${count} 項商品的分類會改為「${new_name.trim()}」，舊的分類連結將找不到商品`],
    onSaved: props.onClose,
  })
  return (
    <FormDialog title={`編輯 ${name}`} submitLabel="儲存" save={save} onClose={props.onClose}>
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <TextFormField control={control} name="new_name" label={words.new_name.label} required />
        <PictureUpload
          control={control}
          name="picture"
          label={words.picture.label}
          permission="catalog.write"
          help="可以拖放到這裡；顯示在分類頁的最上面，寬的圖片最合適"
        />
        <TextFormField
          control={control}
          name="text"
          label={words.text.label}
          rows={4}
          help="顯示在分類頁，搜尋引擎也會看到"
        />
      </Box>
    </FormDialog>
  )
}
