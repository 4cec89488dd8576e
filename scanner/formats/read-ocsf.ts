/**
 * OCSF findings of any scanner as verdicts: Compliance Finding (2003) and Detection Finding (2004),
 * versions 1.1 to 1.8. Source: the schema's own browser, https://schema.ocsf.io, and files of scanners.
 */
import type { FindingRecord } from '../engine/index.ts'
import type { Severity, Status } from '../kit/index.ts'
import { accountsOf, type FindingAccount } from './ocsf-account.ts'
import {
  type FileResource,
  isOurs,
  type NamedResource,
  resourceProblem,
  resourcesOf,
} from './ocsf-resource.ts'
import {
  at,
  exactAt,
  isMembers,
  type Members,
  epochOf,
  dateOf,
  numberAt,
  textAt,
} from './ocsf-values.ts'
import type { RecordProblem } from './records.ts'

/** A verdict in a file. */
export interface FileFinding {
  readonly account: FindingAccount
  /** The time of the scanner's observation, in milliseconds since 1970. */
  readonly time: number
  readonly finding: FindingRecord & { readonly resource: FileResource }
  /** The part of the finding that is not recorded. */
  readonly notice?: RecordProblem
  /** Present if the producer has suppressed it. */
  readonly suppressed?: Suppressed
}

export interface Suppressed {
  /** The producer's reason, if any. */
  readonly reason: string | null
  /** True if the reason is from a mute in this product. */
  readonly isOurs: boolean
}

const complianceClass = 2003
const detectionClass = 2004

/** The maximum length of uids and checks. Longer ones are attacks on indexes. */
const maxUid = 8_192
const maxCheck = 512
const maxMessage = 16_384
const maxReason = 1_024

class NoFinding extends Error {
  readonly problem: RecordProblem

  constructor(pointer: string, code: string, detail: string) {
    super(detail)
    this.problem = { pointer, code, detail }
  }
}

function classOf(record: Members): number {
  const uid = numberAt(record, 'class_uid') ?? Math.floor((numberAt(record, 'type_uid') ?? 0) / 100)
  if (uid === complianceClass || uid === detectionClass) return uid
  const detail = 'The record is not an OCSF finding: class_uid must be 2003 or 2004.'
  throw new NoFinding('/class_uid', 'not_a_finding', detail)
}

function checkVersion(record: Members): void {
  const version = textAt(record, 'metadata', 'version')
  if (version !== undefined && /^1\.[1-8](?:[.-]|$)/.test(version)) return
  const detail = 'The record must have an OCSF version from 1.1 to 1.8.'
  throw new NoFinding('/metadata/version', 'unsupported_version', detail)
}

function uidOf(record: Members): string {
  const uid = (isOurs(record) ? exactAt : textAt)(record, 'finding_info', 'uid')
  if (uid === undefined)
    throw new NoFinding('/finding_info/uid', 'required', 'The finding must have a uid.')
  if (uid.length > maxUid)
    throw new NoFinding('/finding_info/uid', 'too_long', `The uid is longer than ${maxUid}.`)
  return uid
}

/** The check of a finding, by the first of the members in which scanners name it. */
function checkOf(record: Members): string {
  const id =
    textAt(record, 'metadata', 'event_code') ??
    textAt(record, 'finding_info', 'analytic', 'uid') ??
    textAt(record, 'compliance', 'control') ??
    textAt(record, 'compliance', 'checks', 'uid') ??
    textAt(record, 'finding_info', 'analytic', 'name') ??
    firstType(record) ??
    textAt(record, 'finding_info', 'title')
  if (id === undefined)
    throw new NoFinding('/metadata/event_code', 'required', 'The finding must have a check.')
  return id.length > maxCheck ? id.slice(0, maxCheck) : id
}

function firstType(record: Members): string | undefined {
  const types = at(record, 'finding_info', 'types')
  return Array.isArray(types) ? textAt({ type: types[0] as unknown }, 'type') : undefined
}

/** The maximum length of a status or severity to read. */
const maxWord = 64

/**
 * A normalized word of the schema: case-insensitive, with `_` for blanks and hyphens, so that `NOT_APPLICABLE` and `Not
 * Applicable` are equal.
 */
const wordAt = (record: Members, ...path: readonly string[]): string | undefined =>
  textAt(record, ...path)
    ?.slice(0, maxWord)
    .toLowerCase()
    .replaceAll(/[\s-]/g, '_')

/** Numbers without a meaning, for which the word applies: unknown, and other. */
const unsaid: ReadonlySet<number> = new Set([0, 99])

/** Returns a number of the schema, unless it means unknown or other. */
function idAt(record: Members, ...path: readonly string[]): number | undefined {
  const id = numberAt(record, ...path)
  return id === undefined || unsaid.has(id) ? undefined : id
}

/** MANUAL: the scanner did not decide, so that a user must. */
const verdicts: Readonly<Record<string, Status>> = {
  pass: 'PASS',
  passed: 'PASS',
  fail: 'FAIL',
  failed: 'FAIL',
  manual: 'MANUAL',
  warning: 'MANUAL',
  not_available: 'MANUAL',
  not_applicable: 'MANUAL',
  notapplicable: 'MANUAL',
  'n/a': 'MANUAL',
  skipped: 'MANUAL',
  skip: 'MANUAL',
}
const complianceIds: Readonly<Record<number, Status>> = { 1: 'PASS', 2: 'MANUAL', 3: 'FAIL' }
/** The ids of ended detections: resolved and deleted. */
const endedIds: ReadonlySet<number> = new Set([4, 6])
const endedWords: ReadonlySet<string> = new Set(['resolved', 'deleted'])
const closing = 3

const named = (word: string | undefined): Status | undefined =>
  word !== undefined && Object.hasOwn(verdicts, word) ? verdicts[word] : undefined

/**
 * The status: by its word, else by the compliance status id. A detection without either is a finding as long as it is
 * not closed; a compliance finding without a status is rejected.
 */
function statusOf(record: Members, classUid: number): Status {
  const scanned = isOurs(record) ? wordAt(record, 'unmapped', 'raw_status') : undefined
  const stated =
    named(scanned) ??
    named(wordAt(record, 'status_code')) ??
    named(wordAt(record, 'compliance', 'status')) ??
    complianceIds[idAt(record, 'compliance', 'status_id') ?? 0]
  if (stated) return stated
  if (classUid === detectionClass) return hasEnded(record) ? 'PASS' : 'FAIL'
  if (at(record, 'compliance', 'status_id') !== undefined) return 'MANUAL' // unknown or other
  throw new NoFinding(
    '/status_code',
    'required',
    'The finding has no status: PASS, FAIL or MANUAL.',
  )
}

/** True if a detection was closed: by its activity, which is also in the last digits of its type, or by its status. */
function hasEnded(record: Members): boolean {
  const ofType = (numberAt(record, 'type_uid') ?? 0) % 100
  const activity = idAt(record, 'activity_id') ?? (unsaid.has(ofType) ? undefined : ofType)
  const isClosed =
    activity === undefined ? wordAt(record, 'activity_name') === 'close' : activity === closing
  if (isClosed) return true
  const status = idAt(record, 'status_id')
  return status === undefined
    ? endedWords.has(wordAt(record, 'status') ?? '')
    : endedIds.has(status)
}

const suppressedId = 3
/** The suppression by the producer: by the status id, else by the status word. */
function suppressionOf(record: Members): { readonly suppressed?: Suppressed } {
  const id = idAt(record, 'status_id')
  const isSuppressed =
    id === undefined ? wordAt(record, 'status') === 'suppressed' : id === suppressedId
  if (!isSuppressed) return {}
  const ours = isOurs(record)
  const written = ours ? at(record, 'comment') : textAt(record, 'comment')
  const reason = typeof written === 'string' && written !== '' ? written : null
  return { suppressed: { reason: reason && reason.slice(0, maxReason), isOurs: ours } }
}

const severities: readonly Severity[] = ['informational', 'low', 'medium', 'high', 'critical']
/** Words in addition to the names of severities. */
const otherSeverities: Readonly<Record<string, Severity>> = {
  fatal: 'critical',
  info: 'informational',
  moderate: 'medium',
}

/** Fatal is mapped to critical. Unknown or other is mapped to informational: no producer means anything worse by it. */
function severityOf(record: Members): Severity {
  const id = idAt(record, 'severity_id')
  if (id === 6) return 'critical'
  const byId = id === undefined ? undefined : severities[id - 1]
  const word = wordAt(record, 'severity') ?? ''
  const byWord = Object.hasOwn(otherSeverities, word) ? otherSeverities[word] : undefined
  return byId ?? severities.find((one) => one === word) ?? byWord ?? 'informational'
}

/** Fields of older producers and of other classes, most exact first. */
const times = [
  ['time_dt'],
  ['time'],
  ['event_time'],
  ['finding_info', 'last_seen_time_dt'],
  ['finding_info', 'last_seen_time'],
  ['finding_info', 'modified_time_dt'],
  ['finding_info', 'modified_time'],
  ['finding_info', 'created_time_dt'],
  ['finding_info', 'created_time'],
]

/**
 * Prefers the epoch time, because producers also write `time_dt` in the local time of their machine without a zone.
 * Then the first field with an exact time is used. A date without a zone is interpreted as UTC, and only if the record
 * has no other time.
 */
function timeOf(record: Members): number {
  const epoch = epochOf(at(record, 'time'))
  const date = dateOf(at(record, 'time_dt'))
  if (epoch !== undefined)
    return date !== undefined && Math.floor(date / 1_000) * 1_000 === epoch ? date : epoch
  const values = times.map((path) => at(record, ...path))
  const exactOf = (value: unknown): number | undefined => dateOf(value) ?? epochOf(value)
  for (const read of [exactOf, (value: unknown) => dateOf(value, 'Z')])
    for (const value of values) {
      const time = read(value)
      if (time !== undefined) return time
    }
  throw new NoFinding(
    '/time',
    'required',
    'The record has no time. Set time in milliseconds since 1970.',
  )
}

function sentenceOf(record: Members): string {
  const own = isOurs(record) ? at(record, 'status_detail') : undefined
  if (typeof own === 'string') return own
  const said =
    textAt(record, 'status_detail') ??
    textAt(record, 'message') ??
    textAt(record, 'finding_info', 'desc') ??
    textAt(record, 'finding_info', 'title') ??
    ''
  return said.length > maxMessage ? `${said.slice(0, maxMessage - 1)}…` : said
}

/** Evidence that the scanner adds to its verdict, for records without data of the resource. */
function sharedEvidence(record: Members): unknown {
  const kept = ['evidences', 'vulnerabilities', 'compliance', 'unmapped'].filter((name) =>
    Object.hasOwn(record, name),
  )
  return Object.fromEntries(kept.map((name) => [name, record[name]]))
}

/**
 * The evidence: the evidence that this product has written, else the resource with its own data, else the data that the
 * scanner adds to its verdict.
 */
function judged(
  { written, resource }: NamedResource,
  { own, shared }: { readonly own: unknown; readonly shared: unknown },
) {
  const { service, region, type: resource_type } = resource
  const data = at(written, 'data')
  const metadata = at(data, 'metadata')
  const found = [own, metadata, data].find((value) => value !== undefined)
  const raw_result = found === undefined ? shared : found
  return { service, region, resource_type, resource, raw_result }
}

/** Reads the verdict of a record for all its resources. Throws a NoFinding. */
function verdictOf(record: Members) {
  const classUid = classOf(record)
  checkVersion(record)
  const accountOf = accountsOf(record)
  if (!accountOf) {
    const detail = 'The record has no account. Set cloud.provider and cloud.account.uid.'
    throw new NoFinding('/cloud/account/uid', 'required', detail)
  }
  const verdict = {
    uid: uidOf(record),
    check_id: checkOf(record),
    status: statusOf(record, classUid),
    severity: severityOf(record),
    status_extended: sentenceOf(record),
  }
  return { accountOf, verdict, time: timeOf(record) }
}

const notAnObject: RecordProblem = {
  pointer: '',
  code: 'not_an_object',
  detail: 'The record must be an object.',
}

/**
 * Returns the verdicts of one record of a file, one for each of its resources, or the problems that prevent them. At
 * least one of either. Never throws.
 */
export function readOcsfFindings(record: unknown): readonly (FileFinding | RecordProblem)[] {
  if (!isMembers(record)) return [notAnObject]
  try {
    const { accountOf, verdict, time } = verdictOf(record)
    const suppression = suppressionOf(record)
    const own = isOurs(record) ? at(record, 'evidences', 'data') : undefined
    const evidence = { own, shared: sharedEvidence(record) }
    return resourcesOf(record, accountOf).map((one) => {
      if ('pointer' in one) return one
      const { account, notice } = one
      const finding = { ...verdict, ...judged(one, evidence) }
      return { account, time, finding, ...(notice && { notice }), ...suppression }
    })
  } catch (error) {
    if (error instanceof NoFinding) return [error.problem]
    throw error
  }
}

/**
 * Returns the reason why a record has no verdict; undefined if it has one. Does not read the data and tags of its
 * resources. Never throws.
 */
export function ocsfProblem(record: unknown): RecordProblem | undefined {
  if (!isMembers(record)) return notAnObject
  try {
    return resourceProblem(record, verdictOf(record).accountOf)
  } catch (error) {
    if (error instanceof NoFinding) return error.problem
    throw error
  }
}

/** Returns the first verdict of a record, or its problem. Never throws. */
export function readOcsf(record: unknown): FileFinding | RecordProblem {
  const found = readOcsfFindings(record)
  return found.find((one) => !isProblem(one)) ?? (found[0] as RecordProblem)
}

export const isProblem = (read: FileFinding | RecordProblem): read is RecordProblem =>
  'pointer' in read
