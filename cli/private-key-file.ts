/** A private key in a file that the user named. */
import { beginningOf } from './beginning-of-file.ts'
import { CommandFailed } from './terminal.ts'

/** The scanner takes no more; a device may have no end. */
const maxBytes = 10_000

/** Throws CommandFailed for what cannot be read, or is too long for a key. */
export function privateKeyIn(file: string): string {
  try {
    const bytes = beginningOf(file, maxBytes + 1)
    if (bytes.length <= maxBytes) return bytes.toString()
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as Error).message}`)
  }
  throw new CommandFailed(`${file} is too large for a private key (limit ${maxBytes} bytes).`)
}
