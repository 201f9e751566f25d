import { expect, it } from 'vitest'
import { galleryPictures } from './gallery-pictures.ts'

it('DETAIL-03 only extra pictures that contain http:// or https:// count', () => {
  const imagesUrl = [
    '',
    'https://a.example/1.jpg',
    '/2.jpg',
    'http://b.example/3.jpg',
    'data:x',
    'ftp://x',
  ]
  expect(galleryPictures({ imageUrl: 'https://a.example/0.jpg', imagesUrl })).toEqual([
    'https://a.example/0.jpg',
    'https://a.example/1.jpg',
    'http://b.example/3.jpg',
  ])
})

it('DETAIL-03 without any the main picture stands alone, and no picture stands twice', () => {
  const imageUrl = 'https://a.example/0.jpg'
  expect(galleryPictures({ imageUrl, imagesUrl: ['', ''] })).toEqual([imageUrl])
  expect(galleryPictures({ imageUrl, imagesUrl: [imageUrl] })).toEqual([imageUrl])
  expect(galleryPictures({ imageUrl: '', imagesUrl: [] })).toEqual([])
})
