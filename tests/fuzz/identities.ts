import type { Role } from '#contract/permissions.ts'

/** Whose cart and orders a shopper's call is about; `refused` for a token that must not pass. */
type ShopperKind = 'memberA' | 'memberB' | 'guest' | 'stranger' | 'refused'

interface Identity {
  shopper: ShopperKind
  /** Of somebody of the staff who is signed in. */
  role?: Role
  /** With placeholders for the tokens of the run. */
  headers: Record<string, string>
  /** Added to the address of the call. */
  query?: string
}

const authorized = (token: string, shopper: ShopperKind): Identity => ({
  shopper,
  headers: { authorization: token },
})
const staff = (token: string, role: Role): Identity => ({ ...authorized(token, 'stranger'), role })
/** 22 characters, as the cookie of a guest must have; no guest has it. */
const strangersCookie = 'shopper=AAAAAAAAAAAAAAAAAAAAAA'

/** All identities that a call may have. */
export const identities = {
  nobody: { shopper: 'stranger', headers: {} },
  'a guest': { shopper: 'guest', headers: { cookie: 'shopper=@guest.0@' } },
  'member A': authorized('@tokenA.0@', 'memberA'),
  'member A, Bearer': authorized('Bearer @tokenA.0@', 'memberA'),
  'member A with another cookie': {
    shopper: 'memberA',
    headers: { authorization: '@tokenA.0@', cookie: strangersCookie },
  },
  'member B': authorized('@tokenB.0@', 'memberB'),
  'the administrator': staff('@tokenAdmin.0@', 'owner'),
  'a manager': staff('@tokenManager.0@', 'manager'),
  'a packer': staff('@tokenPacker.0@', 'packer'),
  'an accountant': staff('@tokenAccountant.0@', 'accountant'),
  'a viewer': staff('@tokenViewer.0@', 'viewer'),
  'a signed-out administrator': authorized('@tokenSignedOut.0@', 'stranger'),
  'an expired administrator': authorized('@tokenExpiredAdmin.0@', 'stranger'),
  'a forged administrator': authorized(`adm_${'A'.repeat(43)}`, 'stranger'),
  'an administrator with a tail': authorized('@tokenAdmin.0@A', 'stranger'),
  'an expired member': authorized('@tokenExpired.0@', 'refused'),
  'a member whose sessions were ended': authorized('@tokenEnded.0@', 'refused'),
  'a forged member': authorized('@tokenForged.0@', 'refused'),
  'an unsigned member': authorized('@tokenUnsigned.0@', 'refused'),
  "a member's refresh token": authorized('@refreshA.0@', 'refused'),
  'garbage for a token': authorized('Bearer ../../etc/passwd \u00ff', 'refused'),
  'a token of 10 kB': authorized(`eyJ${'A'.repeat(10_000)}`, 'refused'),
  'the word undefined': authorized('undefined', 'stranger'),
  'an empty Bearer': authorized('Bearer ', 'stranger'),
  'tokens in cookies only': {
    shopper: 'stranger',
    headers: { cookie: 'hexToken=@tokenAdmin.0@; memberToken=@tokenA.0@' },
  },
  'tokens in the address only': {
    shopper: 'stranger',
    headers: {},
    query: 'token=@tokenAdmin.0@&access_token=@tokenA.0@',
  },
} as const satisfies Record<string, Identity>

export type IdentityName = keyof typeof identities
export const identityNames = Object.keys(identities) as IdentityName[]
/** Each of the roles, signed in. */
export const staffNames = identityNames.filter((name) => identityOf(name).role)

export function identityOf(name: IdentityName): Identity {
  return identities[name]
}
