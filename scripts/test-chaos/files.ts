/** Files of findings whose records are in no other file. */
import { gzipSync } from 'node:zlib'
import { record } from '../../server/features/ingestion/testing/files.ts'
import type { Upload } from './accounting.ts'

export interface SentFile extends Upload {
  readonly content: Uint8Array<ArrayBuffer>
  readonly fileName: string
}

const smallest = 50
const largest = 800
const formats = ['lines', 'array', 'gzip'] as const

/** The uid of a record is the name of its file and its number; every second one fails. */
export function newFile(name: string, account: string, random: () => number): SentFile {
  const number = smallest + Math.floor(random() * (largest - smallest))
  const records = Array.from({ length: number }, (_, at) =>
    record({
      uid: `${name}:${at}`,
      account,
      status: at % 2 === 0 ? 'FAIL' : 'PASS',
      service: `service${at % 7}`,
      region: `region-${at % 3}`,
      resource: `arn:${account}:${name}-${at % 100}`,
    }),
  )
  const format = formats[Math.floor(random() * formats.length)]
  const lines = records.map((one) => JSON.stringify(one)).join('\n')
  const text = format === 'array' ? JSON.stringify(records) : lines
  const bytes = format === 'gzip' ? gzipSync(text) : Buffer.from(text)
  return {
    name,
    fileName: `${name}.${format === 'array' ? 'json' : format === 'gzip' ? 'jsonl.gz' : 'jsonl'}`,
    content: new Uint8Array(bytes),
    records: number,
    attempts: 0,
    acknowledged: [],
  }
}
