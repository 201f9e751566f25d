/** Leaves for another site with these fields, as a form of the page does, or opens it in a window. */
export function postForm(action: string, fields: Record<string, string>, target?: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  if (target) form.target = target
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
