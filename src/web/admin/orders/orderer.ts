/** The contact name of an order, without the member id that the server keeps after its last `+`. */
export function ordererName(storedName: string): string {
  const suffix = storedName.lastIndexOf('+')
  return suffix < 0 ? storedName : storedName.slice(0, suffix)
}
