import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Which cell a sealed value belongs to. It opens nowhere else. */
export interface Cell {
  readonly tenantId: string
  readonly table: string
  readonly id: string
  readonly column: string
}

/** A 256-bit key with the id that sealed values name it by. */
export interface Key {
  readonly id: string
  readonly bytes: Buffer
}

const version = 1
const idBytes = 16
const ivBytes = 12
const tagBytes = 16
const head = 1 + idBytes + ivBytes + tagBytes

/** Length-prefixed, so that no two cells have the same text. */
const associated = ({ tenantId, table, id, column }: Cell): Buffer =>
  Buffer.from([tenantId, table, id, column].map((part) => `${part.length}:${part}`).join(''))

const idOf = (key: Key): Buffer => Buffer.from(key.id.replaceAll('-', ''), 'hex')

/**
 * AES-256-GCM with a random 96-bit nonce: version, key id, nonce, tag, ciphertext.
 * The cell is authenticated with it, so a value moved to another row or tenant does not open.
 */
export function seal(key: Key, cell: Cell, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv)
  const keyId = idOf(key)
  cipher.setAAD(Buffer.concat([Buffer.of(version), keyId, associated(cell)]))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(version), keyId, iv, cipher.getAuthTag(), sealed])
}

/** The id of the key that sealed this. Throws when it is nothing of ours. */
export function sealedWith(sealed: Buffer): string {
  if (sealed.length < head || sealed[0] !== version) throw new Error('This is not a sealed value.')
  const hex = sealed.subarray(1, 1 + idBytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Throws when a bit, the key or the cell is another one. */
export function open(key: Key, cell: Cell, sealed: Buffer): Buffer {
  if (sealedWith(sealed) !== key.id) throw new Error('This was sealed with another key.')
  const iv = sealed.subarray(1 + idBytes, 1 + idBytes + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.concat([Buffer.of(version), idOf(key), associated(cell)]))
  decipher.setAuthTag(sealed.subarray(1 + idBytes + ivBytes, head))
  return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()])
}
