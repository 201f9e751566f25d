/** The stored name of an order is the contact, a plus sign and the member's id. */
export function contactName(storedName: string): string {
  const plus = storedName.lastIndexOf('+')
  return plus === -1 ? storedName : storedName.slice(0, plus)
}
