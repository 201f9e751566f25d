import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DigitsFormField } from './form-fields.tsx'

afterEach(cleanup)

const user = userEvent.setup({ delay: null })

const price = () => screen.getByLabelText<HTMLInputElement>('售價')

let sent: unknown[] = []
beforeEach(() => {
  sent = []
  render(<Priced />)
})

/** A form with a price of 7, which keeps what it would send. */
function Priced() {
  const { control, handleSubmit } = useForm<{ price: number | '' }>({
    defaultValues: { price: 7 },
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => void sent.push(values.price))}>
      <DigitsFormField control={control} name="price" label="售價" />
      <button type="submit">儲存</button>
    </form>
  )
}

const save = () => user.click(screen.getByText('儲存'))

const ways = {
  async pasted(text: string) {
    await user.clear(price())
    await user.paste(text)
  },
  async typed(text: string) {
    await user.clear(price())
    await user.type(price(), text)
  },
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'an amount %s as people write it is that amount (VALID-34, MEND-82)',
  async (way) => {
    for (const text of ['1280', '1,280.00', 'NT$ 1,280', '１，２８０']) {
      await ways[way](text)
      await save()
      expect(sent.splice(0)).toEqual([1_280])
      expect(price().value).toBe('1280')
    }
    await user.clear(price())
    await save()
    expect(sent).toEqual([''])
  },
)

const refused = {
  pasted: ['-5', '12.5', '1e3', '12 包 20', '9'.repeat(16)],
  typed: ['-5', '1,28', '3萬'],
}

test.each(Object.entries(refused))(
  'what is %s and is no amount is refused with its own text, never sent as another one (MEND-82)',
  async (way, texts) => {
    for (const text of texts) {
      await ways[way as keyof typeof ways](text)
      await save()
      expect(sent).toEqual([])
      expect(price().value).toBe(text)
      expect(screen.getByText(`「${text}」不是 0 以上的整數`)).toBeTruthy()
    }
    await ways.typed('35')
    await save()
    expect(sent).toEqual([35])
  },
)

test('a key that belongs to no amount does nothing (VALID-33, VALID-35)', async () => {
  await ways.typed('1e2x3 4$5')
  expect(price().value).toBe('12345')
  await save()
  expect(sent).toEqual([12_345])
})
