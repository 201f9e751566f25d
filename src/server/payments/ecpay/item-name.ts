const maxCharacters = 200

/** The titles with their quantities; signs that make ECPay refuse the form become spaces. */
export function toItemName(items: readonly { title: string; qty: number }[]): string {
  const text = items.map(({ title, qty }) => `${clean(title)} x${qty}`).join('#')
  // ECPay would cut within a character.
  return Array.from(text).slice(0, maxCharacters).join('')
}

function clean(title: string): string {
  const cleaned = title.replace(/[^\p{L}\p{N} \-().]/gu, ' ').replace(/ +/g, ' ')
  return cleaned.trim() || '商品'
}
