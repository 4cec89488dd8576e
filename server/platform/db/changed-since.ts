import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every file and folder under `folder`, itself included, written at or after `since` (milliseconds
 * since 1970). A folder is written when a name in it appears or goes, so names count as well as contents.
 * Files come before the folder that names them.
 */
export function* changedSince(
  folder: string,
  since: number,
): Generator<{ readonly path: string; readonly isFolder: boolean }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* changedSince(path, since)
    else if (entry.isFile() && statSync(path).mtimeMs >= since) yield { path, isFolder: false }
  }
  if (statSync(folder).mtimeMs >= since) yield { path: folder, isFolder: true }
}
