/** Parts of a PDF as bytes and text. Source: ISO 32000-1:2008, 7.3. */
import { deflateSync } from 'node:zlib'

/** Adds an object and returns its number. */
export type Add = (body: string | Buffer) => number

/** Two decimal places: a hundredth of a point, or of a thousandth of a font's size. */
export const number = (value: number): string => String(Math.round(value * 100) / 100)

/** In hexadecimal digits. */
export const utf16 = (text: string): string =>
  Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')

/** `more` are further entries of its dictionary. */
export function stream(content: string | Buffer, more = ''): Buffer {
  const packed = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`<< /Filter /FlateDecode ${more}/Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}
