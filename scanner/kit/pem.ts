/** PEM in the shapes that secret stores, forms and environment variables give it. */
import { X509Certificate } from 'node:crypto'

export interface PemBlock {
  readonly label: string
  readonly body: string
}

/** The header, the body and the footer of PEM, with or without line ends. The dashes may have been shortened. */
const block = /-{2,5}\s*BEGIN ([A-Z0-9 ]{1,40}?)\s*-{2,5}([^-]*)-{2,5}\s*END \1\s*-{2,5}/g

/** Removes quotes, escaped line ends and a byte order mark. */
export function unescaped(text: string): string {
  let plain = text.trim() // also removes a byte order mark
  if (/^(["'])[^]*\1$/.test(plain) && plain.length > 1) plain = plain.slice(1, -1)
  return plain.replaceAll(/\\{1,4}(?:r\\{1,4}n|n|r)/g, '\n').trim()
}

export const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')
export const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** The text that base64 contains. Other text is returned unchanged. */
export function decodedText(text: string): string {
  const data = withoutSpace(text)
  return isBase64(data) ? unescaped(Buffer.from(data, 'base64').toString()) : text
}

export const pemBlocks = (text: string): PemBlock[] =>
  Array.from(text.matchAll(block), ([, label = '', body = '']) => ({ label, body }))

export const pemOf = (label: string, body: string, header = ''): string =>
  `-----BEGIN ${label}-----\n${header}${
    withoutSpace(body)
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  }\n-----END ${label}-----\n`

/** The certificates in a text, in its order. Throws for a damaged certificate. */
export const certificatesIn = (text: string): X509Certificate[] =>
  pemBlocks(unescaped(text))
    .filter(({ label }) => label === 'CERTIFICATE')
    .map(({ label, body }) => new X509Certificate(pemOf(label, body)))
