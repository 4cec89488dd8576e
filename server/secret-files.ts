/** Secrets in files, as Docker, Kubernetes and systemd provide them: `NAME_FILE` is the path of the value of `NAME`. */
import { closeSync, openSync, readSync } from 'node:fs'
import { BadSetting } from './setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Far more than the longest key. */
const maxBytes = 65_536

/**
 * The environment with the values of those of the names that have a file. Child processes inherit `process.env`, which
 * never gets them. Throws BadSetting; no message has a part of a file.
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const read = names.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (!path) return []
    if (environment[name])
      throw new BadSetting(`${name} and ${name}_FILE are both set. Set only one of them.`)
    return [[name, secretIn(path, `${name}_FILE`)]]
  })
  return { ...environment, ...(Object.fromEntries(read) as Environment) }
}

/** Editors and `echo` end a file with a newline, which is not part of the secret. */
function secretIn(path: string, name: string): string {
  const bytes = beginningOf(path, name)
  if (bytes.length > maxBytes)
    throw new BadSetting(`${name} is ${path}, which has more than ${maxBytes} bytes.`)
  const secret = bytes.toString('utf8').replace(/\r?\n$/, '')
  if (secret === '') throw new BadSetting(`${name} is ${path}, which is empty.`)
  return secret
}

/** One byte more than a secret may have, if there is one. A pipe has no size before it is read. */
function beginningOf(path: string, name: string): Buffer {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(maxBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new BadSetting(`${name} is ${path}, which cannot be read: ${code}.`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
