import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type Article, adminArticleApi, type ListedArticle } from '#contract/articles.ts'
import { acceptedPictures } from '#contract/uploads.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { useAdmin } from '../admin-context.ts'
import { EnglishButton } from '../english/english-button.tsx'
import type { DialogProps, EntryDialogProps } from '../lists/list-definition.ts'
import { RichTextField } from '../markup/rich-text-field.tsx'
import { usePictureUpload } from '../products/use-picture-upload.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { withChangedFields } from '../ui/changed-fields.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import {
  type ArticleForm,
  articleChange,
  articleForm,
  articleInput,
  newArticle,
  articleWords as words,
} from './article-form.ts'

export function NewArticleDialog(props: DialogProps) {
  return <ArticleDialog {...props} />
}

/** The list has no contents, so the whole announcement is read first. */
export function EditArticleDialog({ entry, ...props }: EntryDialogProps<ListedArticle>) {
  const query = apiQuery(adminArticleApi.detail, { params: { id: entry.id } })
  return (
    <LoadedDialog title={`編輯 ${entry.title}`} query={query} onClose={props.onClose}>
      {({ article }) => <ArticleDialog {...props} article={article} />}
    </LoadedDialog>
  )
}

function ArticleDialog(props: DialogProps & { article?: Article }) {
  const { article } = props
  const { name } = useAdmin()
  const form = useForm<ArticleForm>({
    defaultValues: article ? articleForm(article) : newArticle(name),
  })
  const { control } = form
  const picker = useRef<HTMLInputElement>(null)
  const upload = usePictureUpload({
    read: () => form.getValues('image'),
    write: (_, address) => form.setValue('image', address, { shouldDirty: true }),
  })
  const save = useSaveEntry({
    form,
    words,
    save: (values, shown) => {
      if (!article) return write(adminArticleApi.create, { data: articleInput(values) })
      const data = withChangedFields(articleChange(shown, article), articleChange(values, article))
      return write(adminArticleApi.update, { params: { id: article.id }, data })
    },
    onSaved: props.onSaved,
  })
  return (
    <FormDialog
      title={article ? `編輯 ${article.title}` : '新增公告'}
      submitLabel={article ? '儲存' : '新增'}
      save={save}
      extraAction={
        article && <EnglishButton kind="article" id={article.id} title={article.title} />
      }
      onClose={props.onClose}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pt: 1 }}>
        <TextFormField control={control} name="title" label={words.title.label} required />
        <TextFormField control={control} name="description" label={words.description.label} />
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextFormField control={control} name="image" type="url" label={words.image.label} />
          <ActionButton
            color="inherit"
            startIcon={<UploadIcon />}
            isLoading={upload.isRunning}
            onClick={() => picker.current?.click()}
            sx={uploadButton}
          >
            上傳
          </ActionButton>
          <input
            ref={picker}
            type="file"
            accept={acceptedPictures}
            hidden
            aria-label="上傳圖片"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file && !upload.isRunning) upload.start([{ file, position: 0 }])
              target.value = ''
            }}
          />
        </Box>
        {upload.isRunning && (
          <LinearProgress
            aria-label="上傳進度"
            variant="determinate"
            value={upload.progress * 100}
          />
        )}
        {upload.failure && (
          <Box sx={{ color: 'error.main', whiteSpace: 'pre-line' }}>{upload.failure}</Box>
        )}
        {upload.notice && <Box role="status">{upload.notice}</Box>}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <TextFormField control={control} name="author" label={words.author.label} required />
          <DateField
            control={control}
            name="create_at"
            label={words.create_at.label}
            help="不填就是儲存的時間"
          />
        </Box>
        <TextFormField
          control={control}
          name="tag"
          label={words.tag.label}
          help="用頓號隔開，最多 10 個"
        />
        <RichTextField
          control={control}
          name="content"
          label={words.content.label}
          rows={10}
          required
        />
        <FlagFormField control={control} name="isPublic" label={words.isPublic.label} />
      </Box>
    </FormDialog>
  )
}

const uploadButton = { flex: 'none', minHeight: 44 } as const
