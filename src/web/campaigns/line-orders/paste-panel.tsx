import { useState } from 'react'
import type { LineOrders } from '#contract/line-orders.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextAreaField, TextField } from '../../ui/text-field.tsx'
import { Panel } from '../panel.tsx'
import { soldIdOf } from './draft.ts'
import type { ReadInput } from './line-orders.queries.ts'

/** The chat, the codes of the goods in it, and names that would be torn apart. */
export function PastePanel(props: {
  goods: LineOrders['goods']
  isReading: boolean
  onRead: (data: ReadInput) => void
}) {
  const { goods, isReading, onRead } = props
  const [text, setText] = useState('')
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map())
  const [names, setNames] = useState('')
  const codeOf = (one: LineOrders['goods'][number]) =>
    codes.get(soldIdOf(one)) ?? one.words.join(' ')
  const submit = () => {
    if (text.trim() === '') return
    onRead({
      text,
      words: goods.map((one) => ({
        sold_id: soldIdOf(one),
        words: partsOf(codeOf(one), /[\s,，、]+/),
      })),
      names: partsOf(names, /\n/),
    })
  }
  return (
    <Panel title={t('貼上對話')}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextAreaField
          label={t('LINE 的對話或接龍')}
          help={t(
            '群組「傳送聊天記錄」的文字檔、複製的訊息或記事本接龍都可以。讀取後逐行確認，按「登錄」前不會變更任何份數。',
          )}
          rows={8}
          maxLength={60_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Disclosure title={t('商品代號')}>
          <p className="text-sm text-ink-muted">
            {t('團員用 A+1、辣+2 這樣的代號喊單時，請填對應的代號；商品名稱本來就看得懂。')}
          </p>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            {goods.map((one) => (
              <TextField
                key={soldIdOf(one)}
                label={one.title}
                autoComplete="off"
                maxLength={60}
                value={codeOf(one)}
                onChange={({ target }) => setCodes(new Map(codes).set(soldIdOf(one), target.value))}
              />
            ))}
          </div>
        </Disclosure>
        <Disclosure title={t('名字裡有空格的團員')}>
          <TextAreaField
            label={t('每行一個名字')}
            help={t('從電腦複製的對話以空格分開名字與訊息，名字裡有空格的人填在這裡才分得出來。')}
            rows={3}
            maxLength={5_000}
            value={names}
            onChange={({ target }) => setNames(target.value)}
          />
        </Disclosure>
        <Button type="submit" variant="primary" isLoading={isReading}>
          {t('讀取')}
        </Button>
      </form>
    </Panel>
  )
}

function partsOf(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, 200)
}
