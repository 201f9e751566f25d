import type { Caller } from './caller.ts'

/** How well the shop knows a shopper; a member has proved the mailbox by a code or a link of a mail. */
type Shopper = 'guest' | 'unproved' | 'proved'

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
  proved: {
    joinsGroups: true,
    countsInGroups: true,
    isFreeOfNetwork: true,
    getsGuestOrders: true,
  },
}

export function rightsOf(caller: Pick<Caller, 'memberId' | 'isEmailVerified'>): Rights {
  return rights[kindOf(caller)]
}

function kindOf({
  memberId,
  isEmailVerified,
}: Pick<Caller, 'memberId' | 'isEmailVerified'>): Shopper {
  if (memberId === null) return 'guest'
  return isEmailVerified ? 'proved' : 'unproved'
}
