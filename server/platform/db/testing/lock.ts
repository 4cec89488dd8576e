import { DirectoryHeld, lockDirectory } from '../directory-lock.ts'

/** Returns true if no process holds a data directory. */
export async function isFree(directory: string): Promise<boolean> {
  try {
    ;(await lockDirectory(directory)).release()
    return true
  } catch (error) {
    if (error instanceof DirectoryHeld) return false
    throw error
  }
}
