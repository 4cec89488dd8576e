/** `plumbline evidence`: whether a bundle is as an installation signed it, without that installation. */
import { createHash, createPublicKey, type KeyObject, verify as isSigned } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import {
  evidenceSigner,
  fingerprintOf,
  readConfig,
  sealBytes,
  signatureIn,
  signedMessage,
} from '@plumbline/server'
import { entryOf } from './zip-entry.ts'
import { usageLines } from './help.ts'
import { CommandFailed, flags, printable, say, UsageError } from './terminal.ts'

interface Manifest {
  readonly made_at: string
  readonly scan: { readonly id: string; readonly completed_at: string }
  readonly account: { readonly provider: string; readonly uid: string }
  readonly files: readonly {
    readonly path: string
    readonly bytes: number
    readonly sha256: string
  }[]
}

/** Never from the bundle: a forger would put their own key into it. */
function keyIn(file: string): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey(readFileSync(file))
  } catch (error) {
    throw new CommandFailed(`${file} is not a public key: ${(error as Error).message}`)
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new CommandFailed(
      `${file} is a key of type ${key.asymmetricKeyType}. Evidence is signed with Ed25519.`,
    )
  return key
}

async function verify(file: string, keyFile: string): Promise<void> {
  const key = keyIn(keyFile)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new CommandFailed(`The file ${file} does not exist.`)
  const { size } = found
  const bundle = await open(file)
  try {
    const end = Buffer.alloc(Math.min(sealBytes, size))
    await bundle.read(end, 0, end.length, size - end.length)
    const signature = signatureIn(end)
    if (!signature || size === sealBytes)
      throw new CommandFailed(
        `${file} does not end with a signature. It is not an evidence bundle, or it was truncated or changed.`,
      )
    const digest = createHash('sha256')
    const signed = createReadStream(file, { end: size - sealBytes - 1, highWaterMark: 2 ** 20 })
    for await (const chunk of signed) digest.update(chunk as Buffer)
    if (!isSigned(null, signedMessage(digest.digest()), key, signature))
      throw new CommandFailed(
        `${file} does not match its signature with the key ${fingerprintOf(key)}. It was changed, or another key signed it.`,
      )
    const manifest = JSON.parse(
      (await entryOf(bundle, size, 'manifest.json')).toString(),
    ) as Manifest
    const { scan, account, made_at, files } = manifest
    say(printable(`${file} is unchanged since it was signed with the key ${fingerprintOf(key)}.`))
    say(
      printable(
        `Scan ${scan.id} of ${account.provider} account ${account.uid}, completed ${scan.completed_at}.`,
      ),
    )
    say(printable(`Created ${made_at}:`))
    for (const { path, bytes, sha256 } of files)
      say(printable(`  ${path}, ${bytes} bytes, SHA-256 ${sha256}`))
  } finally {
    await bundle.close()
  }
}

/** Ends with status 0 only for a bundle of which every byte is as it was signed. */
export async function evidence(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { key: 'value' })
  const [command, file, ...more] = rest
  if (more.length > 0) throw new UsageError(...usageLines('evidence'))
  if (command === 'key' && file === undefined && values['key'] === undefined) {
    process.stdout.write(evidenceSigner(readConfig(process.env)).publicKey)
    return
  }
  if (command !== 'verify' || file === undefined || values['key'] === undefined)
    throw new UsageError(...usageLines('evidence'))
  await verify(file, values['key'])
}
