import { Search } from 'lucide-react'
import { type ComponentType, type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { inLanguage } from '#contract/language.ts'
import { language, t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { isEarlySearchFocused, takeEarlySearch } from './early-search.ts'
import type { SuggestionsProps } from './suggestions.tsx'

const loadSuggestions = createChunkLoader(() => import('./suggestions.tsx'))

/**
 * The search of the header. What it suggests comes with a chunk of its own, once the field is used,
 * which also makes the field a combobox. Before the application is there, the browser sends the form.
 */
export function SearchForm({ autoFocus = false }: { autoFocus?: boolean }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useShownText()
  const [isOpen, setOpen] = useState(false)
  // The chunk may come while an input method composes already.
  const [isComposing, setComposing] = useState(false)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()

  function open() {
    setOpen(true)
    loadSuggestions().then(
      (chunk) => setSuggestions(() => chunk.Suggestions),
      () => undefined,
    )
  }
  const [isAlreadyFocused] = useState(isEarlySearchFocused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before another render empties the field
  useLayoutEffect(() => {
    const typed = takeEarlySearch()
    if (typed !== undefined) setText(typed)
    if (!isAlreadyFocused) return
    form.current?.querySelector('input')?.focus()
    open()
  }, [])
  const close = () => setOpen(false)
  function follow(path: string) {
    close()
    navigate(path)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') follow(paths.search({ q: text.trim() }))
  }

  return (
    <search className="block w-full">
      <form
        ref={form}
        action={inLanguage(language(), paths.search())}
        onSubmit={submit}
        onBlur={({ relatedTarget }) => !form.current?.contains(relatedTarget) && close()}
        className="relative flex w-full"
      >
        <input
          name="q"
          role="combobox"
          aria-label={t('搜尋商品')}
          aria-autocomplete="list"
          aria-expanded="false"
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t('搜尋商品')}
          // biome-ignore lint/a11y/noAutofocus: on a phone the field opens by a press on its button
          autoFocus={autoFocus}
          maxLength={60}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            open()
          }}
          onFocus={open}
          onClick={open}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          className="h-11 w-full min-w-0 rounded-lg border border-line-strong bg-surface pr-12 pl-3 text-base text-ink placeholder:text-ink-muted hover:border-ink-muted"
        />
        <button
          type="submit"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-ink-muted hover:text-accent-strong"
        >
          <span className="sr-only">{t('搜尋')}</span>
          <Search aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
        {isOpen && Suggestions && (
          <Suggestions
            form={form}
            text={text}
            isComposing={isComposing}
            onClose={close}
            onFollow={follow}
          />
        )}
      </form>
    </search>
  )
}

/** Field text: the query on the search page; elsewhere it begins empty. */
function useShownText() {
  const { pathname, search, key } = useLocation()
  const shown = pathname === paths.search() ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [seen, setSeen] = useState(key)
  const state = useState(shown)
  if (seen !== key) {
    setSeen(key)
    state[1](shown)
  }
  return state
}
