const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret in the format for authenticator apps. */
export function bytesOf(text: string): Buffer {
  const bits = [...text].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
