/** 王小明 becomes 王**明: the first character, two stars, then the second half. */
export function maskName(name: string): string {
  const characters = [...name]
  const [first = ''] = characters
  return `${first}**${characters.slice(Math.ceil(characters.length / 2)).join('')}`
}

/** Keeps the first three characters, and hides each further one. */
export function maskTel(tel: string): string {
  const characters = [...tel]
  return characters.slice(0, 3).join('') + '*'.repeat(Math.max(0, characters.length - 3))
}

/** `ann@example.com` becomes `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 0 ? `${first}***` : `${first}***${email.slice(at)}`
}

/** Says of a free text only that there is one. */
export function maskText(text: string): string {
  return text && '***'
}

/** Keeps the city and the district, without the postal code before them. */
export function maskAddress(address: string): string {
  return `${[...withoutZip(address)].slice(0, 6).join('')}***`
}

export function withoutZip(address: string): string {
  return address.replace(/^\d+\s+/, '')
}
