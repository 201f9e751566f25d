import { Search } from 'lucide-react'
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { createChunkLoader } from '../ui/load-chunk.ts'
import type { SuggestionsProps } from './suggestions.tsx'

const loadSuggestions = createChunkLoader(() => import('./suggestions.tsx'))

/**
 * The search of the header. What it suggests comes with a chunk of its own, once the field is used.
 * Before the application is there, the browser sends the form itself.
 */
export function SearchForm({ autoFocus = false }: { autoFocus?: boolean }) {
  const navigate = useNavigate()
  const listId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { text, setText } = useShownText()
  const [isOpen, setOpen] = useState(false)
  const [isComposing, setComposing] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()
  const keys = useRef<(event: KeyboardEvent) => void>(null)

  function open() {
    setOpen(true)
    loadSuggestions().then(
      (chunk) => setSuggestions(() => chunk.Suggestions),
      () => undefined,
    )
  }
  function close() {
    setOpen(false)
    setActiveId(undefined)
  }
  function follow(path: string) {
    close()
    navigate(path)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') follow(paths.search({ q: text.trim() }))
  }
  function press(event: KeyboardEvent) {
    // An input method composes: its Enter takes a candidate. Safari tells by the code alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else keys.current?.(event)
  }

  return (
    <search className="block w-full">
      <form
        ref={form}
        action={paths.search()}
        onSubmit={submit}
        onBlur={({ relatedTarget }) => !form.current?.contains(relatedTarget) && close()}
        className="relative flex w-full"
      >
        <input
          name="q"
          type="text"
          role="combobox"
          aria-label="搜尋商品"
          aria-autocomplete="list"
          aria-expanded={isOpen && Suggestions !== undefined}
          aria-controls={listId}
          aria-activedescendant={activeId}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="搜尋商品"
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
          onKeyDown={press}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          className="h-11 w-full min-w-0 appearance-none rounded-lg border border-line-strong bg-surface pr-12 pl-3 text-base text-ink placeholder:text-ink-muted hover:border-ink-muted"
        />
        <button
          type="submit"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-ink-muted hover:text-accent-strong"
        >
          <span className="sr-only">搜尋</span>
          <Search aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
        {isOpen && Suggestions && (
          <Suggestions
            listId={listId}
            text={text}
            isComposing={isComposing}
            keys={keys}
            onActive={setActiveId}
            onFollow={follow}
          />
        )}
      </form>
    </search>
  )
}

/** What the search page shows stands in the field; elsewhere it begins empty. */
function useShownText() {
  const { pathname, key } = useLocation()
  const [query] = useSearchParams()
  const shown = pathname === paths.search() ? (query.get('q') ?? '') : ''
  const [text, setText] = useState(shown)
  const [seen, setSeen] = useState(key)
  if (seen !== key) {
    setSeen(key)
    setText(shown)
  }
  return { text, setText }
}
