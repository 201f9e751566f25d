import type { Group } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Panel } from './panel.tsx'

/** As the server names those who joined without a name. */
const anonymousName = '匿名團友'
const initialsShown = 6
const namesShown = 3

/** Members, as far as they are public: masked names, no quantities. */
export function MembersPanel({ group }: { group: Group }) {
  const { recent, others, leader } = group
  const all = recent.length + others
  if (all === 0) {
    return (
      <Panel title={t('誰在這一團')}>
        <p className="text-ink-muted">{t('還沒有人跟團，歡迎成為第一位')}</p>
      </Panel>
    )
  }
  // Two may have joined in one second under one initial: the order of joining tells them apart.
  const people = recent.map(({ name, ...person }, index) => ({
    ...person,
    name: name === anonymousName ? t(anonymousName) : name,
    number: all - index,
  }))
  const names = people.slice(0, namesShown).map(({ name }) => name)
  return (
    <Panel title={t('誰在這一團')}>
      {leader && <p className="mb-3 text-ink-muted">{t('團主 {name}', { name: leader.name })}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span aria-hidden="true" className="flex flex-wrap gap-1">
          {people.slice(0, initialsShown).map(({ name, number }) => (
            <span
              key={number}
              className="grid size-9 place-items-center rounded-full bg-note-soft text-sm text-note"
            >
              {[...name][0]}
            </span>
          ))}
        </span>
        <p className="text-ink-muted">
          {names.join(t('、'))} {all > names.length ? t('等 {all} 人', { all }) : t('已跟團')}
        </p>
      </div>
      {recent.length > namesShown && (
        <div className="mt-2">
          <Disclosure
            title={<span className="text-sm text-ink-muted">{t('{all} 人已跟團', { all })}</span>}
          >
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
              {people.map(({ name, number }) => (
                <li key={number}>{name}</li>
              ))}
              {others > 0 && <li>{t('等 {all} 人', { all })}</li>}
            </ul>
          </Disclosure>
        </div>
      )}
    </Panel>
  )
}
