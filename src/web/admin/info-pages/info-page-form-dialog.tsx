import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { type AdminInfoPage, adminInfoPageApi, type ListedInfoPage } from '#contract/info-pages.ts'
import { apiQuery } from '../../api/queries.ts'
import { ownAddress } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { copyText } from '../../ui/copy-text.ts'
import { EnglishButton } from '../english/english-button.tsx'
import type { DialogProps, EntryDialogProps } from '../lists/list-definition.ts'
import { RichTextField } from '../markup/rich-text-field.tsx'
import { withChangedFields } from '../ui/changed-fields.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import {
  type InfoPageForm,
  infoPageInput,
  newInfoPage,
  slugOf,
  infoPageWords as words,
} from './info-page-form.ts'

export function NewInfoPageDialog(props: DialogProps) {
  return <InfoPageDialog {...props} />
}

/** The list has no contents, so the whole page is read first. */
export function EditInfoPageDialog({ entry, ...props }: EntryDialogProps<ListedInfoPage>) {
  const query = apiQuery(adminInfoPageApi.detail, { params: { id: entry.id } })
  return (
    <LoadedDialog title={`編輯 ${entry.title}`} query={query} onClose={props.onClose}>
      {({ page }) => <InfoPageDialog {...props} page={page} />}
    </LoadedDialog>
  )
}

function InfoPageDialog(props: DialogProps & { page?: AdminInfoPage }) {
  const { page } = props
  const form = useForm<InfoPageForm>({ defaultValues: page ? formOf(page) : newInfoPage })
  const { control } = form
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) => fieldNames[field] ?? (field as keyof InfoPageForm),
    save: (values, shown) => {
      if (!page) return write(adminInfoPageApi.create, { data: infoPageInput(values) })
      const data = withChangedFields(infoPageInput(shown), infoPageInput(values))
      return write(adminInfoPageApi.update, { params: { id: page.id }, data })
    },
    onSaved: props.onSaved,
  })

  /** The address follows the title of a new page until somebody types another one. */
  function suggestSlug({ target }: FormEvent) {
    if (!(target instanceof HTMLInputElement) || target.name !== 'title') return
    if (page || form.formState.dirtyFields.slug) return
    form.setValue('slug', slugOf(target.value))
  }

  return (
    <FormDialog
      title={page ? `編輯 ${page.title}` : '新增頁面'}
      submitLabel={page ? '儲存' : '新增'}
      save={save}
      extraAction={
        page && (
          <>
            {!page.is_public && <CopyPreview page={page} />}
            <EnglishButton kind="page" id={page.id} title={page.title} />
          </>
        )
      }
      onClose={props.onClose}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pt: 1 }}>
        <Box sx={pair} onInput={suggestSlug}>
          <TextFormField control={control} name="title" label={words.title.label} required />
          <TextFormField
            control={control}
            name="slug"
            label={words.slug.label}
            required
            help="小寫英文字母、數字與連字號"
            startAdornment={<InputAdornment position="start">/main/page/</InputAdornment>}
          />
        </Box>
        <RichTextField
          control={control}
          name="content"
          label={words.content.label}
          rows={14}
          required
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
          <FlagFormField control={control} name="isPublic" label={words.is_public.label} />
          <FlagFormField
            control={control}
            name="isOnProducts"
            label={words.is_on_products.label}
            help="公開後，每個商品的介紹下方都會有這一頁，摺疊起來"
          />
        </Box>
      </Box>
    </FormDialog>
  )
}

/** Of what is saved: somebody without an account of the shop can read the draft by it. */
function CopyPreview({ page: { slug, preview } }: { page: AdminInfoPage }) {
  const link = ownAddress() + paths.infoPage(slug, preview)
  return (
    <Button color="inherit" onClick={() => copyText(link, '已複製預覽連結')}>
      複製預覽連結
    </Button>
  )
}

function formOf(page: AdminInfoPage): InfoPageForm {
  const { title, slug, content, is_public, is_on_products } = page
  return {
    title,
    slug,
    content,
    isPublic: is_public ? 1 : 0,
    isOnProducts: is_on_products ? 1 : 0,
  }
}

const fieldNames: Record<string, keyof InfoPageForm> = {
  is_public: 'isPublic',
  is_on_products: 'isOnProducts',
}

const pair = { display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } } as const
