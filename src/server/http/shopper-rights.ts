import type { Caller } from './caller.ts'

/**
 * How well the shop knows a shopper. A member has proved the mailbox by a code or a link of a mail, or
 * signs in at LINE, which knows the person and proves no mailbox.
 */
type Shopper = 'guest' | 'unproved' | 'identified' | 'proved'

interface Rights {
  joinsGroups: boolean
  /**
   * Whether a place that is paid after success counts for the minimum and the price. One that does
   * not count when its group closes ends, so that only counted places are ever to be paid or lapse.
   */
  countsInGroups: boolean
  /** Unpaid orders to the own mailbox, and the mails about them, are not bounded by the network. */
  isFreeOfNetwork: boolean
  /** Gets the orders that guests made with the address of the account. */
  getsGuestOrders: boolean
}

/** All that follows from it. */
const rights: Readonly<Record<Shopper, Rights>> = {
  guest: {
    joinsGroups: false,
    countsInGroups: false,
    isFreeOfNetwork: false,
    getsGuestOrders: false,
  },
  unproved: {
    joinsGroups: true,
    countsInGroups: false,
    isFreeOfNetwork: false,
    getsGuestOrders: false,
  },
  identified: {
    joinsGroups: true,
    countsInGroups: true,
    isFreeOfNetwork: false,
    getsGuestOrders: false,
  },
  proved: {
    joinsGroups: true,
    countsInGroups: true,
    isFreeOfNetwork: true,
    getsGuestOrders: true,
  },
}

type Known = Pick<Caller, 'memberId' | 'isEmailVerified' | 'hasIdentity'>

export function rightsOf(caller: Known): Rights {
  return rights[kindOf(caller)]
}

function kindOf({ memberId, isEmailVerified, hasIdentity }: Known): Shopper {
  if (memberId === null) return 'guest'
  if (isEmailVerified) return 'proved'
  return hasIdentity ? 'identified' : 'unproved'
}
