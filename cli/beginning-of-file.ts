import { closeSync, openSync, readSync } from 'node:fs'

/** Reads at most `most` bytes of a file: a device may have no end. Throws what opening and reading throw. */
export function beginningOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(most)
    let size = 0
    for (let more = -1; more !== 0 && size < bytes.length; size += more)
      more = readSync(file, bytes, size, bytes.length - size, null)
    return bytes.subarray(0, size)
  } finally {
    closeSync(file)
  }
}
