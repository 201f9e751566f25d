import { useState } from 'react'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'

/** The member's picture; the first character of the name where there is none that loads. */
export function MemberAvatar({ user }: { user: MemberUser }) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = 'size-16 shrink-0 rounded-full border border-line bg-accent-soft'
  if (user.photoUrl && user.photoUrl !== broken) {
    return (
      <img
        src={user.photoUrl}
        alt={t('大頭照')}
        width={64}
        height={64}
        referrerPolicy="no-referrer"
        onError={() => setBroken(user.photoUrl)}
        className={`${shape} object-cover`}
      />
    )
  }
  const [initial] = user.displayName?.trim() || user.email || ''
  return (
    <span
      aria-hidden="true"
      className={`${shape} flex items-center justify-center font-serif text-2xl text-accent`}
    >
      {initial?.toUpperCase()}
    </span>
  )
}
