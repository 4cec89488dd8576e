import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of an isolated thread, which lets it reuse compiled code: a scan's thread starts in 0.1 s of
 * processor time instead of 0.5 s. Empty if the process stores no compiled code. Node makes a folder of its version
 * below the one that is set.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}
