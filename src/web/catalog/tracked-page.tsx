export function TrackedPage() {
  return null
}
