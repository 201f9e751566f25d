import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HeldUploads } from '../../testing/held-uploads.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { RichTextField } from './rich-text-field.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// jsdom draws nothing, and has no places of a range to scroll to.
const nowhere = new DOMRect()
Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => nowhere,
})

interface Form {
  content: string
}
let form: ReturnType<typeof useForm<Form>>

function Field({ content }: Form) {
  form = useForm<Form>({ defaultValues: { content } })
  const { isDirty } = form.formState
  return (
    <>
      <RichTextField control={form.control} name="content" label="內容" rows={10} />
      <output>{String(isDirty)}</output>
    </>
  )
}

async function open(content: string): Promise<HTMLElement> {
  renderAdmin(<Field content={content} />)
  const text = await screen.findByRole('textbox', { name: '內容' })
  // The buttons come after the text that they change.
  if (text.tagName !== 'TEXTAREA') await screen.findByRole('button', { name: '小標' })
  return text
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const value = () => form.getValues('content')

function paste(element: HTMLElement, html: string, files: File[] = []) {
  const getData = (type: string) => (type === 'text/html' ? html : '')
  fireEvent.paste(element, { clipboardData: { getData, files, types: ['text/html'] } })
}

describe('a text of the shop', () => {
  it('is shown as it will look, and changed by the buttons; undone it is what was stored (DOOR-42)', async () => {
    const stored = '<h2>緣起</h2><p>三代<b>種茶</b>。</p>'
    const text = await open(stored)
    expect(within(text).getByRole('heading', { name: '緣起', level: 2 })).toBeTruthy()
    expect(text.getAttribute('aria-multiline')).toBe('true')
    expect(screen.getByRole('button', { name: '小標', pressed: true })).toBeTruthy()
    press('小標')
    expect(value()).toBe('<p>緣起</p>\n<p>三代<strong>種茶</strong>。</p>')
    expect(screen.getByRole('status').textContent).toBe('true')
    press('復原')
    expect(value()).toBe(stored)
    expect(screen.getByRole('status').textContent).toBe('false')
  })

  it('is changed as HTML by who wants it, and read again (DOOR-42)', async () => {
    await open('<p>一</p>')
    press('HTML')
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '內容' })
    expect(area.value).toBe('<p>一</p>')
    fireEvent.change(area, { target: { value: '<p>二</p><script>alert(1)</script>' } })
    press('回到編輯器')
    expect(screen.getByRole('textbox', { name: '內容' }).innerHTML).toBe('<p>二</p>')
  })

  it('with what the editor would lose is changed as HTML alone, and says why (DOOR-42)', async () => {
    await open('<figure><img src="/a.jpg"></figure>')
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '內容' })
    expect(area.tagName).toBe('TEXTAREA')
    expect(screen.getByRole('note').textContent).toContain('<figure>')
    const back = screen.getByRole<HTMLButtonElement>('button', { name: '回到編輯器' })
    expect(back.disabled).toBe(true)
    // On the way to another text there is one that the editor could show.
    fireEvent.change(area, { target: { value: '<p>一</p>' } })
    expect(screen.getByRole('textbox', { name: '內容' })).toBe(area)
    fireEvent.click(back)
    expect(screen.getByRole('textbox', { name: '內容' }).tagName).toBe('DIV')
  })

  it('takes what is pasted through the sanitiser (DOOR-13, DOOR-42)', async () => {
    const text = await open('<p></p>')
    paste(text, '<h2 style="x">標</h2><p onclick="x">文<script>alert(1)</script></p>')
    expect(value()).toBe('<h2>標</h2>\n<p>文</p>')
  })

  it('takes a picture that is pasted, and its description (DOOR-42)', async () => {
    const uploads = new HeldUploads()
    const text = await open('<p></p>')
    paste(text, '', [new File(['picture'], 'a.png', { type: 'image/png' })])
    const upload = await uploads.request(0)
    upload.answer('/uploads/a.jpg')
    await waitFor(() => expect(value()).toBe('<p><img src="/uploads/a.jpg" alt=""></p>'))
    fireEvent.click(await screen.findByRole('button', { name: '圖片說明' }))
    fireEvent.change(screen.getByLabelText('說明'), { target: { value: '茶園' } })
    fireEvent.click(screen.getByText('套用'))
    expect(value()).toBe('<p><img src="/uploads/a.jpg" alt="茶園"></p>')
  })

  it('takes several pictures one after another (DOOR-42)', async () => {
    const uploads = new HeldUploads()
    const text = await open('<p></p>')
    const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
    paste(text, '', files)
    ;(await uploads.request(0)).answer('/uploads/a.jpg')
    ;(await uploads.request(1)).answer('/uploads/b.jpg')
    const [first, second] = ['a', 'b'].map((name) => `<img src="/uploads/${name}.jpg" alt="">`)
    await waitFor(() => expect(value()).toBe(`<p>${first}${second}</p>`))
  })

  it('has no links in code', async () => {
    await open('<pre>npm</pre>')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '連結' }).disabled).toBe(true)
  })

  it('has links by address, and asks again for what is none (DOOR-42)', async () => {
    await open('<p></p>')
    press('連結')
    const address = screen.getByLabelText('網址')
    fireEvent.change(address, { target: { value: 'javascript:alert(1)' } })
    fireEvent.keyDown(address, { key: 'Enter' })
    expect(screen.getByText('請輸入網址')).toBeTruthy()
    fireEvent.change(address, { target: { value: 'shop.tw' } })
    fireEvent.keyDown(address, { key: 'Enter' })
    expect(value()).toBe('<p><a href="https://shop.tw">https://shop.tw</a></p>')
  })
})
