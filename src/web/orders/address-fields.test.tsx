import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { emptyAddress, toAddress } from '../shared/address-form.ts'
import { AddressFields } from './address-fields.tsx'
import type { CheckoutFields } from './order-content.ts'

const sent: string[] = []
afterEach(() => {
  cleanup()
  sent.length = 0
})

function Form() {
  const { control, handleSubmit } = useForm<CheckoutFields>({
    defaultValues: { name: '', email: '', tel: '', ...emptyAddress, message: '' },
  })
  return (
    <form onSubmit={handleSubmit((typed) => void sent.push(toAddress(typed)))}>
      <AddressFields control={control} />
      <button type="submit">送出</button>
    </form>
  )
}

const value = (label: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value
const place = () => ['郵遞區號', '縣市', '鄉鎮市區', '地址'].map(value)
const choose = (label: string, name: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), name)
const submit = () => userEvent.click(screen.getByText('送出'))

async function paste(text: string) {
  await userEvent.click(screen.getByLabelText('地址'))
  await userEvent.paste(text)
}

test('a postal code fills county and district in, and a district its code (SHIP-01)', async () => {
  render(<Form />)
  await userEvent.type(screen.getByLabelText('郵遞區號'), '１１０２０４')
  expect(place()).toEqual(['１１０２０４', '臺北市', '信義區', ''])
  await choose('縣市', '臺南市')
  expect(place()).toEqual(['', '臺南市', '', ''])
  await choose('鄉鎮市區', '安平區')
  expect(place()).toEqual(['708', '臺南市', '安平區', ''])
  await userEvent.type(screen.getByLabelText('地址'), '安平路 1 號')
  await submit()
  expect(sent).toEqual(['708 臺南市安平區安平路 1 號'])
})

test('one code of several districts asks for the district, and keeps one that was chosen (SHIP-01)', async () => {
  render(<Form />)
  await userEvent.type(screen.getByLabelText('郵遞區號'), '300')
  expect(place()).toEqual(['300', '新竹市', '', ''])
  await paste('光復路二段 101 號')
  await submit()
  expect(screen.getByText('請選擇鄉鎮市區')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('鄉鎮市區'))
  await choose('鄉鎮市區', '東區')
  expect(screen.queryByText('請選擇鄉鎮市區')).toBeNull()
  await userEvent.type(screen.getByLabelText('郵遞區號'), '11')
  expect(place()).toEqual(['30011', '新竹市', '東區', '光復路二段 101 號'])
  await submit()
  expect(sent).toEqual(['30011 新竹市東區光復路二段 101 號'])
})

test('a whole address that is pasted is split into the fields (SHIP-01)', async () => {
  render(<Form />)
  await paste('台灣 110204 台北市信義區市府路 45 號')
  expect(place()).toEqual(['110204', '臺北市', '信義區', '市府路 45 號'])
  await userEvent.type(screen.getByLabelText('地址'), ' 3 樓')
  await submit()
  expect(sent).toEqual(['110204 臺北市信義區市府路 45 號 3 樓'])
})

test('a whole address that is typed fills the others in, and is sent as it reads (SHIP-01)', async () => {
  render(<Form />)
  const typed = '台北市信義區市府路 45 號'
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: typed } })
  fireEvent.blur(screen.getByLabelText('地址'))
  expect(place()).toEqual(['110', '臺北市', '信義區', typed])
  await submit()
  expect(sent).toEqual([typed])
  await choose('縣市', '臺中市')
  await choose('鄉鎮市區', '西屯區')
  await submit()
  expect(sent[1]).toBe('407 臺中市西屯區市府路 45 號')
})

test('what has no place is sent as it was typed; a code that is none and an empty line are told at the field (SHIP-01)', async () => {
  render(<Form />)
  await submit()
  expect(screen.getByText('請輸入地址')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('地址'), '高雄市六角學院')
  await userEvent.type(screen.getByLabelText('郵遞區號'), '999')
  await submit()
  expect(screen.getByText('查無此郵遞區號')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('郵遞區號'))
  await submit()
  expect(sent).toEqual(['高雄市六角學院'])
})
