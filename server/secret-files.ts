/** Secrets in files, as Docker, Kubernetes and systemd provide them: `NAME_FILE` is the path of the value of `NAME`. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
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

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Editors and `echo` end a file with newlines, which are not part of the secret. */
function secretIn(path: string, name: string): string {
  const bytes = beginningOf(path, name)
  if (bytes.length > maxBytes)
    throw new BadSetting(`${name} is ${path}, which has more than ${maxBytes} bytes.`)
  const secret = textOf(bytes, path, name).replace(/[\r\n]+$/, '')
  if (secret === '') throw new BadSetting(`${name} is ${path}, which is empty.`)
  return secret
}

function textOf(bytes: Buffer, path: string, name: string): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new BadSetting(`${name} is ${path}, which is not text in UTF-8.`)
  }
}

/**
 * One byte more than a secret may have, if there is one. Only of a file: opening or reading a pipe can wait without end,
 * and a health check would find it empty.
 */
function beginningOf(path: string, name: string): Buffer {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if (!fstatSync(file).isFile()) throw new BadSetting(`${name} is ${path}, which is not a file.`)
    const bytes = Buffer.alloc(maxBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } catch (error) {
    if (error instanceof BadSetting) throw error
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new BadSetting(`${name} is ${path}, which cannot be read: ${code}.`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
