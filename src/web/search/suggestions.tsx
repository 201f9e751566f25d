import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Clock, LayoutGrid, Search, X } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useId, useState } from 'react'
import { searchApi } from '#contract/search.ts'
import { t } from '#contract/translate.ts'
import { apiQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { forgetSearch, forgetSearches, useRecentSearches } from './recent-searches.ts'

const delayMs = 150

export interface SuggestionsProps {
  /** Holds the field. */
  form: RefObject<HTMLFormElement | null>
  text: string
  /** Whether an input method composes in the field. */
  isComposing: boolean
  onClose: () => void
  onFollow: (path: string) => void
}

interface Option {
  key: string
  kind: 'category' | 'product' | 'recent'
  text: string
  path: string
}

/** Below the field: categories and products for what is typed, recent searches before that. */
export function Suggestions(props: SuggestionsProps) {
  const { form, text, isComposing, onClose, onFollow } = props
  const listId = useId()
  const recent = useRecentSearches()
  const found = useSuggestions(text, isComposing)
  const isEmpty = text.trim() === ''
  const options = isEmpty ? recent.map(toRecentOption) : found
  const shown = options.map(({ key }) => key).join()
  const [active, setActive] = useState({ shown: '', index: -1 })
  // Other options, none of them active.
  const shownActive = active.shown === shown ? active.index : -1
  const idOf = (index: number) => `${listId}-${index}`

  function press(event: KeyboardEvent) {
    // An input method composes: its Enter takes a candidate. Safari tells by the code alone.
    if (event.isComposing || event.keyCode === 229) {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = options[shownActive]
    if (event.key === 'Escape') {
      // The panel of a phone stays open.
      event.stopPropagation()
      onClose()
    } else if (step && options.length > 0) {
      event.preventDefault()
      // One place more than there are options: the field itself.
      const places = options.length + 1
      setActive({ shown, index: ((shownActive + 1 + step + places) % places) - 1 })
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onFollow(chosen.path)
    }
  }
  useEffect(() => {
    const input = form.current?.querySelector('input')
    input?.addEventListener('keydown', press)
    return () => input?.removeEventListener('keydown', press)
  })
  useFieldAttributes(form, {
    'aria-expanded': String(options.length > 0),
    'aria-controls': listId,
    'aria-activedescendant': shownActive < 0 ? undefined : idOf(shownActive),
  })

  return (
    <div
      className={`absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-card border border-line bg-surface shadow-float ${options.length === 0 ? 'hidden' : ''}`}
    >
      <p role="status" className="sr-only">
        {t('有 {count} 個建議', { count: options.length })}
      </p>
      {isEmpty && <p className="px-4 pt-3 text-sm text-ink-muted">{t('最近的搜尋')}</p>}
      <div className="flex py-2">
        <div
          id={listId}
          role="listbox"
          aria-label={isEmpty ? t('最近的搜尋') : t('建議')}
          className="min-w-0 flex-1"
        >
          {options.map((option, index) => (
            <OptionRow
              key={option.key}
              id={idOf(index)}
              option={option}
              isActive={index === shownActive}
              onFollow={onFollow}
            />
          ))}
        </div>
        {isEmpty && <RemoveButtons recent={recent} />}
      </div>
      {isEmpty && (
        <div className="border-t border-line px-2 py-1 text-right">
          <button
            type="button"
            onMouseDown={keepFocus}
            onClick={forgetSearches}
            className="min-h-11 rounded-lg px-2 text-sm text-accent hover:bg-accent-soft"
          >
            {t('清除搜尋紀錄')}
          </button>
        </div>
      )}
    </div>
  )
}

/**
 * The field keeps the focus: Safari gives none to a button that is pressed, and the list would close
 * before the click.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

const icons = { category: LayoutGrid, product: Search, recent: Clock }
const kinds = { category: '分類', product: '商品', recent: '' }

function OptionRow(props: {
  id: string
  option: Option
  isActive: boolean
  onFollow: (path: string) => void
}) {
  const { id, option, isActive, onFollow } = props
  const Icon = icons[option.kind]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and has the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={keepFocus}
      onClick={() => onFollow(option.path)}
      className={`flex h-11 cursor-pointer items-center gap-3 px-4 ${isActive ? 'bg-accent-soft text-accent-strong' : 'hover:bg-accent-soft'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
      <span className="min-w-0 flex-1 truncate">{option.text}</span>
      {t(kinds[option.kind]) && (
        <span className="shrink-0 text-sm text-ink-muted">{t(kinds[option.kind])}</span>
      )}
    </div>
  )
}

/** Beside the list, whose options may hold no buttons: one in each row. */
function RemoveButtons({ recent }: { recent: readonly string[] }) {
  return (
    <div>
      {recent.map((text) => (
        <button
          key={text}
          type="button"
          aria-label={t('移除「{text}」', { text })}
          onMouseDown={keepFocus}
          onClick={() => forgetSearch(text)}
          className="grid size-11 place-items-center rounded-lg text-ink-muted hover:bg-accent-soft"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      ))}
    </div>
  )
}

/** The field is a combobox for as long as the list is there. */
function useFieldAttributes(
  form: RefObject<HTMLFormElement | null>,
  attributes: Record<string, string | undefined>,
): void {
  useEffect(() => {
    const input = form.current?.querySelector('input')
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) input?.removeAttribute(name)
      else input?.setAttribute(name, value)
    }
    return () => {
      for (const name of Object.keys(attributes)) input?.removeAttribute(name)
      input?.setAttribute('aria-expanded', 'false')
    }
  })
}

/** Asked a moment after the last key, and never while an input method composes. */
function useSuggestions(text: string, isComposing: boolean): Option[] {
  const asked = useDebounced(text.trim(), { delayMs, isComposing })
  const { data } = useQuery({
    ...apiQuery(searchApi.suggestions, { query: { q: asked } }),
    enabled: asked !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (asked === '' || !data) return []
  return data.suggestions.map(({ kind, text: name, product_id }) => ({
    key: `${kind} ${product_id ?? name}`,
    kind,
    text: name,
    path: product_id ? paths.product(product_id) : paths.products({ category: name }),
  }))
}

function toRecentOption(text: string): Option {
  return { key: `recent ${text}`, kind: 'recent', text, path: paths.search({ q: text }) }
}
