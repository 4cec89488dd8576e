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

/** The only file with this ending; throws if the release under test has none. */
export function builtFile(ending: string): BuiltFile | undefined {
  const [file] = builtFiles(ending)
  if (!file && process.env['PLUMBLINE_TEST_BUILT'] !== undefined)
    throw new Error(`The release under test has no file that ends in ${ending}.`)
  return file
}
