/** Somebody with a phone. */
export interface Person {
  /** The same in all channels of one provider. */
  id: string
  name: string
  statusMessage: string
  email?: string
  /** Has added the official account; a friend who blocks it still is one. */
  isFriend: boolean
  isBlocked: boolean
}

export function createPeople(): Person[] {
  const person = (index: number, name: string, more: Partial<Person> = {}): Person => ({
    id: `U${String(index).repeat(2).padStart(32, '0a1b2c3d4e5f6789')}`,
    name,
    statusMessage: '',
    isFriend: false,
    isBlocked: false,
    ...more,
  })
  return [
    person(1, '王大明', { email: 'ming@line.example', isFriend: true }),
    person(2, '陳小姐 🌸', { statusMessage: '好好吃飯' }),
    person(3, 'Tony Lin', { email: 'tony@line.example' }),
  ]
}

/** The chat of all people, with the official account in it. */
export const groupChat = { id: 'C0123456789abcdef0123456789abcdef', name: '好吃團購群' }

/** Messages reach nobody else. */
export function isReached({ isFriend, isBlocked }: Person): boolean {
  return isFriend && !isBlocked
}
