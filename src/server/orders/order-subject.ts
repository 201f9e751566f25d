/** How the audit log names an order. */
export function subjectOf({ id, number }: { id: string; number: string }) {
  return { kind: 'order', id, title: number }
}
