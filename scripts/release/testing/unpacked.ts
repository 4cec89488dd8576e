import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Entry } from '../tree.ts'

/** Writes the entries of an archive or image below a folder; owners are set if this process may. */
export function unpack(entries: readonly Entry[], target: string): void {
  for (const { path, mode, owner = 0, content, link } of entries) {
    const full = join(target, path)
    mkdirSync(dirname(full), { recursive: true })
    if (link !== undefined) symlinkSync(link, full)
    else {
      if (content) writeFileSync(full, content)
      else mkdirSync(full, { recursive: true })
      chmodSync(full, mode)
      if (process.getuid?.() === 0) chownSync(full, owner, owner)
    }
  }
}
