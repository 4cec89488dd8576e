/** The content of a dump of a version: requested before the dump, and again from a later version that restored it. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Client } from '@plumbline/server/testing'
import { verdicts } from './client.ts'

export const dumps = join(import.meta.dirname, 'dumps')
/** The encryption key of all dumps. */
export const dumpKey = Buffer.alloc(32, 9).toString('base64')

/** A dump as the repository stores it: a third of its size. */
export const packed = (dump: Uint8Array): Uint8Array =>
  zstdCompressSync(gunzipSync(dump), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
/** The dump of a stored file. */
export const unpacked = (stored: Uint8Array): Uint8Array =>
  gzipSync(zstdDecompressSync(stored, { params: { [constants.ZSTD_d_windowLogMax]: 27 } }), {
    level: 1,
  })

/** Lists whose numbers of rows no later version and no sign-in changes. */
const lists = [
  '/api-keys',
  '/findings',
  '/findings/latest',
  '/ingestions',
  '/integrations',
  '/mute-rules',
  '/provider-groups',
  '/providers',
  '/providers/secrets',
  '/resources/latest',
  '/roles',
  '/saved-views',
  '/scan-configurations',
  '/scans',
  '/schedules',
  '/tasks',
  '/tenants',
  '/tenants/invitations',
  '/users',
]

export interface Content {
  readonly email: string
  readonly userId: string
  /** The number of rows of each list. */
  readonly counts: Readonly<Record<string, number>>
  /** SHA-256 of the newest findings with their verdicts. */
  readonly verdicts: string
}

export async function contentOf(client: Client): Promise<Content> {
  const counts: Record<string, number> = {}
  for (const path of lists) {
    const { status, text } = await client.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    const { meta } = JSON.parse(text) as { meta: { pagination: { count: number } } }
    counts[path] = meta.pagination.count
  }
  return {
    email: client.email,
    userId: client.userId,
    counts,
    verdicts: createHash('sha256')
      .update(await verdicts(client))
      .digest('hex'),
  }
}
