/** One finding out of a file that `plumbline scan --output ocsf` or `--output json` has written, or another scanner as OCSF. */
import { createReadStream } from 'node:fs'
import type { FindingRecord, ScanConfig } from '@plumbline/scanner'
import { FileProblem, isProblem, readOcsf, readRecords } from '@plumbline/scanner/formats'
import type { Found } from './explanation.ts'
import { CommandFailed } from './terminal.ts'

/**
 * Throws CommandFailed for a file that cannot be read or does not contain the finding. `configOf` returns the
 * configuration of scans of a kind; null: unknown.
 */
export async function findingIn(
  file: string,
  uid: string,
  configOf: ((kind: string) => Promise<ScanConfig>) | null,
): Promise<Found> {
  let records = 0
  let findings = 0
  try {
    const source = createReadStream(file, { highWaterMark: 262_144 })
    for await (const some of readRecords(source as AsyncIterable<Buffer>)) {
      for (const read of some) {
        records += 1
        const found = 'problem' in read ? null : ofRecord(read.record)
        if (found) findings += 1
        if (found?.uid === uid)
          return { ...found, ...held(configOf && (await configOf(found.provider))) }
      }
    }
  } catch (error) {
    if (error instanceof FileProblem) throw new CommandFailed(`${file}: ${error.message}`)
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${file} cannot be read: ${error.message}`)
    throw error
  }
  throw new CommandFailed(
    findings > 0
      ? `None of the ${findings} findings in ${file} has the uid ${uid}.`
      : `None of the ${records} records in ${file} is a finding. The file must be OCSF or the output of plumbline scan --output json.`,
  )
}

const held = (config: ScanConfig | null): Pick<Found, 'config' | 'configNote'> => ({
  config: config ?? {},
  configNote: config
    ? null
    : 'The file does not say which configuration its scan went by: these are the defaults. --config names it.',
})

type Read = Omit<Found, 'config' | 'configNote'>

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null if it is not a finding. */
function ofRecord(record: unknown): Read | null {
  const ours = plainRecord(record)
  if (ours) {
    const [start = '', provider = ''] = ourUid.exec(ours.uid) ?? []
    // The account, which may contain any character, is between the other parts of the uid.
    const end = `-${ours.region}-${ours.resource.uid}`
    return {
      ...shared(ours),
      provider,
      account: ours.uid.endsWith(end) ? ours.uid.slice(start.length, -end.length) : '',
      time: null,
      rawResult: ours.raw_result,
      areNullsLeftOut: false,
    }
  }
  const read = readOcsf(record)
  if (isProblem(read)) return null
  const { account, finding, time } = read
  return {
    ...shared(finding),
    provider: account.provider,
    account: account.uid,
    time: new Date(time),
    rawResult: finding.raw_result,
    areNullsLeftOut: ourUid.test(finding.uid),
  }
}

const ourUid = /^plumbline-([a-z0-9]+)-[a-z0-9_]+-/

/** A line of `--output json`. */
function plainRecord(record: unknown): FindingRecord | null {
  if (!isMembers(record)) return null
  const { uid, check_id, status, resource } = record
  const isFinding =
    typeof uid === 'string' &&
    ourUid.test(uid) &&
    typeof check_id === 'string' &&
    /^(PASS|FAIL|MANUAL)$/.test(String(status)) &&
    isMembers(resource) &&
    typeof resource['uid'] === 'string' &&
    'raw_result' in record
  return isFinding ? (record as unknown as FindingRecord) : null
}

const shared = (finding: FindingRecord) => ({
  uid: finding.uid,
  check_id: finding.check_id,
  severity: finding.severity,
  status: finding.status,
  rawStatus: finding.status,
  status_extended: String(finding.status_extended),
  region: String(finding.region),
  resource: finding.resource,
  isMuted: false,
})
