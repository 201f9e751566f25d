import { isChinese, languageTags } from '#contract/language.ts'

/**
 * Marks Chinese among English with `lang`, so that it is read and drawn as such: texts of the owner, names,
 * what other shoppers wrote. In one place for all of them; React leaves the attribute alone.
 */
export function markChinese(root: HTMLElement): void {
  markWithin(root)
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') mark(target.parentElement)
      for (const added of addedNodes) {
        if (added instanceof HTMLElement) markWithin(added)
        else mark(added.parentElement)
      }
    }
  })
  observer.observe(root, { subtree: true, childList: true, characterData: true })
}

function markWithin(element: HTMLElement): void {
  mark(element)
  for (const inner of element.querySelectorAll('*')) mark(inner)
}

function mark(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return
  const has = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && isChinese(node.textContent ?? ''),
  )
  if (has && !element.lang) element.lang = languageTags.zh
  else if (!has && element.lang === languageTags.zh) element.removeAttribute('lang')
}
