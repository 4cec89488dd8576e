/**
 * Proof for third parties of what a scan saw: findings, gaps, users' attestations, and the last hash of the audit
 * trail.
 */
import { createHash, sign } from 'node:crypto'
import { isLarge, ocsf } from '../files.ts'
import { baseName } from '../names.ts'
import type { Source } from '../source.ts'
import { type Entry, zip } from '../zip.ts'
import { type Signer, sealed } from './seal.ts'
import * as store from './store.ts'

interface Hashed {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Rows as lines of JSON. */
async function* lines(batches: AsyncIterable<readonly object[]>): AsyncGenerator<Buffer> {
  for await (const batch of batches)
    yield Buffer.from(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const files = (source: Source): readonly Entry[] => [
  { path: 'findings.ocsf.json', content: () => ocsf(source) },
  { path: 'coverage.jsonl', content: () => lines(store.coverageOf(source)) },
  { path: 'attestations.jsonl', content: () => lines(store.attestationsOf(source)) },
  {
    path: 'audit-head.json',
    async *content() {
      const head = await source.inTenant(store.auditHead)
      yield Buffer.from(`${JSON.stringify(head, null, 2)}\n`)
    },
  },
]

/** What the bundle is of, and the hash of each of its files. */
function manifestOf(
  { scan, version }: Source,
  tenantId: string,
  hashed: readonly Hashed[],
  { fingerprint }: Signer,
) {
  return {
    kind: 'plumbline-evidence',
    version: 1,
    made_at: new Date().toISOString(),
    made_by: { name: 'Plumbline', version },
    tenant_id: tenantId,
    scan: { id: scan.id, name: scan.name, started_at: scan.started_at, completed_at: scan.at },
    account: { provider: scan.provider_type, uid: scan.account_uid, alias: scan.account_name },
    files: hashed,
    signed_by: { algorithm: 'Ed25519', fingerprint },
  }
}

/** The file's entries as they are read: the manifest comes last, when all hashes are known. */
async function* entries(source: Source, signer: Signer): AsyncGenerator<Entry> {
  const hashed: Hashed[] = []
  const ofFindings = { isLarge: await isLarge(source) }
  for (const { path, content } of files(source)) {
    yield {
      ...ofFindings,
      path,
      async *content() {
        const sha256 = createHash('sha256')
        let bytes = 0
        for await (const chunk of content()) {
          sha256.update(chunk)
          bytes += chunk.length
          yield chunk
        }
        hashed.push({ path, bytes, sha256: sha256.digest('hex') })
      },
    }
  }
  const tenantId = await source.inTenant(async (tx) => tx.tenantId)
  const text = `${JSON.stringify(manifestOf(source, tenantId, hashed, signer), null, 2)}\n`
  const manifest = Buffer.from(text)
  yield { path: 'manifest.json', content: () => once(manifest) }
  // For auditors who unpacked the file: openssl verifies it without the product.
  yield { path: 'manifest.sig', content: () => once(sign(null, manifest, signer.key)) }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

export const evidence = (source: Source, signer: Signer): AsyncGenerator<Buffer> =>
  sealed(zip(entries(source, signer), new Date(source.scan.at)), signer)

export const evidenceName = (source: Source): string =>
  `${baseName(source.scan).replace(/^prowler-output/, 'plumbline-evidence')}.zip`
