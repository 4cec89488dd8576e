/** Compares the uploads of a client with the records of the server: each difference is a fault. */

/** A file with unique records, as the client knows it. */
export interface Upload {
  readonly name: string
  readonly records: number
  /** How often it was sent. */
  attempts: number
  /** IDs of the ingestions that the server answered with. */
  readonly acknowledged: string[]
}

export interface RecordedIngestion {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly processed: number
  /** Findings of its scans. */
  readonly findings: number
}

/** Findings in the database whose uid names the file, with all versions. */
export interface RecordedRows {
  readonly rows: number
  /** Different records among them. */
  readonly different: number
}

export interface Recorded {
  readonly ingestions: readonly RecordedIngestion[]
  readonly rows: ReadonlyMap<string, RecordedRows>
}

export interface Counts {
  readonly files: number
  /** Of acknowledged files. */
  readonly records: number
  readonly acknowledged: number
  readonly unacknowledged: number
  readonly lost: number
  readonly doubled: number
}

export interface Accounted {
  readonly counts: Counts
  /** One sentence for each difference that must not be. */
  readonly misses: readonly string[]
}

/**
 * Compares both sides. An acknowledged upload is recorded, once and completely. An attempt without an answer has at most
 * one ingestion, which is completed or failed; a failed one records nothing, and its client sent the file again.
 */
export function account(uploads: readonly Upload[], { ingestions, rows }: Recorded): Accounted {
  const misses: string[] = []
  const byName = Map.groupBy(ingestions, ({ name }) => name)
  const known = new Set(uploads.map(({ name }) => name))
  let lost = 0
  let doubled = 0
  let records = 0
  for (const upload of uploads) {
    const { name, attempts } = upload
    const found = byName.get(name) ?? []
    const acknowledged = new Set(upload.acknowledged)
    if (acknowledged.size < upload.acknowledged.length)
      misses.push(`${name}: two attempts were answered with the same ingestion`)
    if (found.length > attempts)
      misses.push(`${name}: ${found.length} ingestions of ${attempts} attempts`)
    for (const id of acknowledged)
      if (!found.some((one) => one.id === id))
        misses.push(`${name}: the acknowledged ingestion ${id} is not listed`)
    for (const one of found) misses.push(...missesOf(one, upload, acknowledged.has(one.id)))
    const { rows: versions, different } = rows.get(name) ?? { rows: 0, different: 0 }
    const isRecorded = found.some(({ status }) => status === 'completed')
    if (acknowledged.size > 0) records += upload.records
    if (acknowledged.size > 0 || isRecorded) lost += Math.max(0, upload.records - different)
    doubled += versions - different
    if (different > upload.records)
      misses.push(`${name}: ${different} different records of ${upload.records}`)
  }
  for (const { id, name } of ingestions)
    if (!known.has(name)) misses.push(`ingestion ${id}: the file ${name} was not sent`)
  for (const name of rows.keys())
    if (!known.has(name)) misses.push(`there are findings of ${name}, which was not sent`)
  if (lost > 0) misses.push(`${lost} records are lost`)
  if (doubled > 0) misses.push(`${doubled} records are there twice`)
  const sum = (of: (upload: Upload) => number): number =>
    uploads.reduce((total, upload) => total + of(upload), 0)
  const acknowledged = sum((upload) => upload.acknowledged.length)
  const unacknowledged = sum(({ attempts }) => attempts) - acknowledged
  const counts = { files: uploads.length, records, acknowledged, unacknowledged, lost, doubled }
  return { counts, misses }
}

function missesOf(one: RecordedIngestion, upload: Upload, isAcknowledged: boolean): string[] {
  const about = `${upload.name}: ingestion ${one.id}`
  if (one.status === 'failed' && !isAcknowledged) return []
  if (one.status !== 'completed') return [`${about} is ${one.status}`]
  return [
    ...(one.processed === upload.records
      ? []
      : [`${about} reports ${one.processed} of ${upload.records} records`]),
    ...(one.findings === upload.records
      ? []
      : [`${about} has ${one.findings} findings of ${upload.records} records`]),
  ]
}
