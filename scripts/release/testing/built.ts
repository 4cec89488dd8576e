import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BuiltFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The files of the release under test whose names have this ending; none if the tests bundle the sources. */
export function builtFiles(ending: string): BuiltFile[] {
  const folder = process.env['PLUMBLINE_TEST_BUILT']
  if (folder === undefined) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

export const builtFile = (ending: string): BuiltFile | undefined => builtFiles(ending)[0]
