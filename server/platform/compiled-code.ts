import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of a thread that is to see nothing of ours, and yet need not compile what an earlier
 * one compiled: a scan's thread stands after 0.1 s of processor time instead of 0.5 s. Empty where the
 * process stores no compiled code. Node makes a folder of its version below the one that is set.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) }
}
