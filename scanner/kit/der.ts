/** Reads DER and BER (ITU-T X.690) as far as encrypted keys and PKCS #12 files use them. */

export interface DerValue {
  readonly tag: number
  readonly content: Buffer
}

/** Bytes that are not DER. */
export class BadDer extends Error {
  override name = 'BadDer'
}

export const derTag = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30 } as const
const constructedOctets = 0x24
const maxDepth = 16
/** Certificates of a long chain, or the pieces of a text of 64 KiB. */
const maxValues = 1_000

function valueAt(bytes: Buffer, at: number, depth: number): DerValue & { readonly end: number } {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || depth > maxDepth)
    throw new BadDer('A value is cut off.')
  if (first === 0x80) {
    // BER without a length: the value ends with two zero bytes.
    let end = at + 2
    while (bytes[end] !== 0 || bytes[end + 1] !== 0) end = valueAt(bytes, end, depth + 1).end
    return { tag, content: bytes.subarray(at + 2, end), end: end + 2 }
  }
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (lengthBytes > 4) throw new BadDer('A value is too long.')
  const start = at + 2 + lengthBytes
  let length = first
  if (lengthBytes > 0) {
    length = 0
    for (const byte of bytes.subarray(at + 2, start)) length = length * 256 + byte
  }
  if (start + length > bytes.length) throw new BadDer('A value is cut off.')
  return { tag, content: bytes.subarray(start, start + length), end: start + length }
}

/** The values that bytes consist of, one after the other. Throws BadDer. */
export function derValues(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const { end, ...value } = valueAt(bytes, at, 0)
    values.push(value)
    if (values.length > maxValues) throw new BadDer('There are too many values.')
    at = end
  }
  return values
}

/** The pieces of a constructed value are not constructed themselves, so that nesting costs nothing. */
function octetsOf({ tag, content }: DerValue): Buffer {
  if (tag === derTag.octets) return content
  throw new BadDer('A value has another type.')
}

/** The content of a value of this type. Throws BadDer. */
export function derContent(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag === tag) return value.content
  if (tag === derTag.octets && value?.tag === constructedOctets)
    return Buffer.concat(derValues(value.content).map(octetsOf))
  throw new BadDer('A value has another type.')
}

/** The members of a sequence. Throws BadDer. */
export const derMembers = (value: DerValue | undefined): readonly DerValue[] =>
  derValues(derContent(value, derTag.sequence))

/** The only value in bytes. Throws BadDer. */
export function onlyDerValue(bytes: Buffer): DerValue {
  const [value, ...others] = derValues(bytes)
  if (value === undefined || others.length > 0) throw new BadDer('There must be exactly one value.')
  return value
}

/** A non-negative integer of at most 4 bytes. Throws BadDer. */
export function derInteger(value: DerValue | undefined): number {
  const content = derContent(value, derTag.integer)
  if (content.length === 0 || content.length > 4 || (content[0] ?? 0) > 0x7f)
    throw new BadDer('A number is out of range.')
  return content.readUIntBE(0, content.length)
}

/** An object identifier, in hexadecimal. Throws BadDer. */
export const derOid = (value: DerValue | undefined): string =>
  derContent(value, derTag.oid).toString('hex')
