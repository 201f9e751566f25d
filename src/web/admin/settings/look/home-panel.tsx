import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useController, useFieldArray, useWatch } from 'react-hook-form'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { brand, shopConfig } from '../../../api/shop-config.ts'
import { write } from '../../../api/write.ts'
import { useMay } from '../../admin-context.ts'
import { IdsPicker } from '../../pickers/ids-picker.tsx'
import { LinkFormField } from '../../pickers/link-form-field.tsx'
import { categoryChoices } from '../../pickers/sources.ts'
import { FlagFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { focusMoved, MoveButtons } from '../../ui/move-buttons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { fieldset, pair, previewColumn, withPreview } from '../field-styles.ts'
import { PictureUpload } from '../picture-upload.tsx'
import { SaveButton } from '../save-button.tsx'
import type { StoredSettings } from '../setting-groups.ts'
import { useUnsavedForm } from '../unsaved-forms.tsx'
import { useStoredForm } from '../use-stored-form.ts'
import { wearLook } from '../wear-look.ts'
import { type HomeForm, homeBlockLabels, homeForm, homeValues } from './home-form.ts'
import { HomePreview } from './home-preview.tsx'

const words = {
  title: { label: '標題', invalid: '標題最多 40 個字' },
  text: { label: '文字', invalid: '文字太長' },
  alt: { label: '圖片說明', invalid: '圖片說明最多 100 個字' },
  button: { label: '按鈕文字', invalid: '按鈕文字最多 12 個字' },
  link: { label: '按鈕連結', invalid: '請輸入以 / 或 https:// 開頭的網址' },
  rewards: { label: '回饋文字', invalid: '回饋文字最多 4 行，每行 30 個字' },
  category: { label: '分類', invalid: '分類最多 100 個字' },
  code: { label: '優惠碼', invalid: '優惠碼最多 40 個字' },
}

/** Home: its hero, and its blocks in their order, each with its own content below. */
export function HomePanel({ stored }: { stored: StoredSettings }) {
  const isReadOnly = !useMay()('setting.write')
  const { form, version, takeSaved } = useStoredForm<HomeForm>(shown(stored))
  const { control } = form
  const blocks = useFieldArray({ control, name: 'blocks' })
  const typed = useWatch({ control }) as HomeForm
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) => firstFault(form.getValues(), field),
    save: (values) =>
      write(adminSettingsApi.updateHome, { data: { version, values: homeValues(values) } }),
    onSaved: ({ settings }, sent) => {
      takeSaved(sent, shown(settings))
      void wearLook({ shop: settings.shop.values })
    },
  })
  const rows = useRef<HTMLDivElement>(null)
  /** The row takes the focus of its button along. */
  function move(index: number, step: -1 | 1) {
    flushSync(() => blocks.move(index, index + step))
    focusMoved(rows.current, index + step, step)
  }
  useUnsavedForm(save.isDirty)
  const isOn = (kind: HomeForm['blocks'][number]['kind']) =>
    typed.blocks.some((block) => block.kind === kind && block.is_on === 1)
  const { code } = stored.home.values.offer
  const isOfferOver = isOn('offer') && code !== '' && !brand.home.offer.coupon
  return (
    <Box sx={withPreview}>
      <Box sx={previewColumn}>
        <Panel title="預覽">
          <HomePreview typed={typed} stored={stored.home.values} />
        </Panel>
      </Box>
      <Box
        component="form"
        noValidate
        aria-label="首頁"
        onSubmit={(event) => {
          event.preventDefault()
          save.submit()
        }}
        sx={{ display: 'grid', gap: 2, minWidth: 0 }}
      >
        <Panel title="主視覺">
          <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
            <Box sx={pair}>
              <PictureUpload control={control} name="hero.picture" label="電腦圖片" />
              <PictureUpload
                control={control}
                name="hero.phone_picture"
                label="手機圖片"
                help="留空就用電腦圖片"
              />
            </Box>
            <TextFormField control={control} name="hero.alt" label="圖片說明" help={altHelp} />
            <TextFormField
              control={control}
              name="hero.title"
              label="標題"
              rows={2}
              help="最多 40 個字；留空就顯示商店名稱"
            />
            <TextFormField control={control} name="hero.text" label="文字" rows={3} />
            <Box sx={pair}>
              <TextFormField control={control} name="hero.button" label="按鈕文字" />
              <LinkFormField control={control} name="hero.link" label="按鈕連結" help={linkHelp} />
            </Box>
          </Box>
        </Panel>
        <Panel title="區塊與順序">
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
            首頁依這個順序顯示開啟的區塊；沒有內容的區塊不會出現。
          </Typography>
          <Box component="fieldset" disabled={isReadOnly} sx={{ ...fieldset, gap: 0 }}>
            <Box ref={rows}>
              {blocks.fields.map(({ kind }, index) => {
                const label = homeBlockLabels[kind]
                return (
                  <Box key={kind} role="group" aria-label={label} sx={blockRow}>
                    <FlagFormField control={control} name={`blocks.${index}.is_on`} label={label} />
                    <Box sx={{ ml: 'auto', display: 'flex', flex: 'none' }}>
                      <MoveButtons
                        labels={[`上移${label}`, `下移${label}`]}
                        at={index}
                        count={blocks.fields.length}
                        disabled={isReadOnly}
                        onMove={(by) => move(index, by)}
                      />
                    </Box>
                  </Box>
                )
              })}
            </Box>
          </Box>
        </Panel>
        {isOn('category') && (
          <Panel title={homeBlockLabels.category}>
            <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
              <CategoryField control={control} />
            </Box>
          </Panel>
        )}
        {isOn('offer') && (
          <Panel title={homeBlockLabels.offer}>
            <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
              {isOfferOver && (
                <Alert severity="warning">
                  優惠碼「{code}」目前無法使用，首頁不會顯示。請到優惠券列表確認。
                </Alert>
              )}
              <TextFormField control={control} name="offer.title" label="標題" />
              <TextFormField
                control={control}
                name="offer.rewards"
                label="回饋文字"
                rows={3}
                help="每行一項，最多 4 行；請只寫商店真的會給的回饋，點數的規則開放後會自動寫出"
              />
              <TextFormField
                control={control}
                name="offer.code"
                label="優惠碼"
                help="只在這張優惠券可以使用時顯示"
              />
            </Box>
          </Panel>
        )}
        {isOn('stories') && (
          <Panel title={homeBlockLabels.stories}>
            <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
              {typed.stories.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: there are always as many, in this order
                <Box key={index} role="group" aria-label={`故事 ${index + 1}`} sx={fieldset}>
                  <Typography variant="h3">故事 {index + 1}</Typography>
                  <PictureUpload control={control} name={`stories.${index}.picture`} label="圖片" />
                  <TextFormField
                    control={control}
                    name={`stories.${index}.alt`}
                    label="圖片說明"
                    help={altHelp}
                  />
                  <TextFormField control={control} name={`stories.${index}.title`} label="標題" />
                  <TextFormField
                    control={control}
                    name={`stories.${index}.text`}
                    label="文字"
                    rows={3}
                  />
                </Box>
              ))}
            </Box>
          </Panel>
        )}
        {isOn('banner') && (
          <Panel title={homeBlockLabels.banner}>
            <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
              <PictureUpload control={control} name="banner.picture" label="圖片" />
              <TextFormField control={control} name="banner.alt" label="圖片說明" help={altHelp} />
              <TextFormField control={control} name="banner.title" label="標題" />
              <TextFormField control={control} name="banner.text" label="文字" rows={2} />
              <Box sx={pair}>
                <TextFormField control={control} name="banner.button" label="按鈕文字" />
                <LinkFormField
                  control={control}
                  name="banner.link"
                  label="按鈕連結"
                  help={linkHelp}
                />
              </Box>
            </Box>
          </Panel>
        )}
        {isOn('newsletter') && (
          <Panel title={homeBlockLabels.newsletter}>
            <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
              {!shopConfig.canMail && (
                <Alert severity="info">
                  尚未設定寄信主機：表單只供展示，不會保存信箱；關閉「商店資訊」的「顯示展示聲明」後就不顯示。
                </Alert>
              )}
              <PictureUpload control={control} name="newsletter.picture" label="圖片" />
              <TextFormField
                control={control}
                name="newsletter.alt"
                label="圖片說明"
                help={altHelp}
              />
              <TextFormField
                control={control}
                name="newsletter.text"
                label="文字"
                help="訂閱者會收到什麼；最多 120 個字"
              />
            </Box>
          </Panel>
        )}
        <SaveButton isSaving={save.isSaving} />
      </Box>
    </Box>
  )
}

function CategoryField({ control }: { control: Control<HomeForm> }) {
  const { field, fieldState } = useController({ control, name: 'category' })
  return (
    <IdsPicker
      source={categoryChoices}
      label="分類"
      isSingle
      ids={field.value === '' ? [] : [field.value]}
      onChange={([title = '']) => field.onChange(title)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      fault={fieldState.error?.message}
    />
  )
}

/** The server names the field, not the block: the first one that it would refuse takes the focus. */
function firstFault(form: HomeForm, field: string) {
  if (field === 'category') return 'category' as const
  if (field === 'code' || field === 'rewards') return `offer.${field}` as const
  const parts = [
    ['hero', form.hero],
    ...form.stories.map((story, index) => [`stories.${index}`, story] as const),
    ['banner', form.banner],
    ['newsletter', form.newsletter],
  ] as const
  const most: Record<string, number> = { title: 40, alt: 100, text: 400, button: 12, link: 300 }
  const isRefused = (name: string, part: object) => {
    const max = name === 'newsletter' && field === 'text' ? 120 : (most[field] ?? 100)
    const value = (part as Record<string, string>)[field] ?? ''
    const isLink = field === 'link' && !/^(?:\/(?!\/)\S*|https:\/\/\S+)?$/.test(value.trim())
    return isLink || [...value].length > max
  }
  const [name] = parts.find(([name, part]) => isRefused(name, part)) ?? parts[0]
  return `${name}.${field}` as 'hero.title'
}

function shown({ home }: StoredSettings) {
  return { version: home.version, values: homeForm(home.values, shopConfig.canMail) }
}

const altHelp = '給看不到圖片的人；純裝飾可留空'
const linkHelp = '選擇頁面或輸入網址；留空就到商品列表'
const blockRow = {
  display: 'flex',
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
} as const
