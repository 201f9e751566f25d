import { IdentityError } from '../identity-error.ts'
import type { MemberRow } from '../members.queries.ts'
import type { Fields } from '../provider/request-fields.ts'

const maxNameLength = 256
const maxUrlLength = 2048
const attributes = { DISPLAY_NAME: 'displayName', PHOTO_URL: 'photoUrl' } as const

type ProfileChanges = Partial<Pick<MemberRow, 'displayName' | 'photoUrl'>>

/** The changes of a call to the profile: null, an empty text and `deleteAttribute` clear. */
export function profileChanges(fields: Fields): ProfileChanges {
  const changes: ProfileChanges = {}
  for (const name of Object.values(attributes)) {
    const value = fields[name]
    if (value === undefined) continue
    if (value !== null && typeof value !== 'string') {
      throw new IdentityError('INVALID_ARGUMENT', { text: `${name} must be a string` })
    }
    changes[name] = value === '' ? null : value
  }
  for (const attribute of deletedAttributes(fields)) {
    if (attribute === 'DISPLAY_NAME' || attribute === 'PHOTO_URL') {
      changes[attributes[attribute]] = null
    }
  }
  check(changes)
  return changes
}

function deletedAttributes(fields: Fields): unknown[] {
  const { deleteAttribute } = fields
  if (deleteAttribute === undefined || deleteAttribute === null) return []
  return Array.isArray(deleteAttribute) ? deleteAttribute : [deleteAttribute]
}

function check({ displayName, photoUrl }: ProfileChanges): void {
  if (displayName && [...displayName].length > maxNameLength) {
    throw new IdentityError('INVALID_DISPLAY_NAME')
  }
  if (!photoUrl) return
  const isWeb = URL.canParse(photoUrl) && /^https?:$/.test(new URL(photoUrl).protocol)
  if (photoUrl.length > maxUrlLength || !isWeb) throw new IdentityError('INVALID_PHOTO_URL')
}
