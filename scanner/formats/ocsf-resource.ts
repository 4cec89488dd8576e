import type { FindingRecord } from '../engine/index.ts'
import { type AccountOf, type FindingAccount, withoutRegions } from './ocsf-account.ts'
import { cutTags, tagsOf } from './ocsf-tags.ts'
import { at, exactAt, isMembers, type Members, textAt, writtenResources } from './ocsf-values.ts'
import type { RecordProblem } from './records.ts'

const maxUid = 8_192
const maxName = 1_024
/** Limit per record: each resource becomes a finding with all data of the record. */
const maxResources = 100
/** The maximum length of a service, region or type, which rows are grouped by. */
const maxWord = 128

const short = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most) : text

const plainWord = /^[a-z0-9._](?:[a-z0-9._-]*[a-z0-9._])?$/

/** Normalizes a name that is part of unit names: lower case, without separators. It is truncated first. */
const word = (text: string): string => {
  const name = short(text, maxWord)
  if (plainWord.test(name)) return name
  const dashed = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-')
  let [from, until] = [0, dashed.length]
  while (from < until && dashed[from] === '-') from += 1
  while (from < until && dashed[until - 1] === '-') until -= 1
  return dashed.slice(from, until)
}

/** `arn:partition:service:region:account:rest` */
function partsOfArn(uid: string): { partition: string; service: string; region: string } {
  const [head, partition = '', service = '', region = ''] = uid.split(':', 5)
  return head === 'arn'
    ? { partition, service, region }
    : { partition: '', service: '', region: '' }
}

/** The original product of this format puts the resource type where others put the service. */
export const isOurs = (record: Members): boolean =>
  textAt(record, 'metadata', 'product', 'name') === 'Plumbline'

export interface FileResource extends Resource {
  /** The record does not list the resource's tags: known tags are kept. */
  readonly keepsTags?: true
}
type Resource = FindingRecord['resource']

/** A resource of a record: in its original form, and parsed. */
export interface NamedResource {
  readonly written: unknown
  readonly resource: FileResource
  readonly account: FindingAccount
  /** The part of the resource that is not recorded. */
  readonly notice?: RecordProblem
}

/** Plumbline, like other products, writes the evaluated record for a resource without metadata, and marks it. */
const hasMetadata = (record: Members): boolean =>
  !isOurs(record) || at(record, 'unmapped', 'has_resource_metadata') !== false

/** The identity of a resource. */
interface Identity {
  readonly uid: string
  readonly account: FindingAccount
}

/** Returns the resources of a record without duplicates, or problems of resources. At least one of either. */
export function resourcesOf(
  record: Members,
  accountOf: AccountOf,
): (NamedResource | RecordProblem)[] {
  const written = writtenResources(record)
  const known = new Set<string>()
  const found: (NamedResource | RecordProblem)[] = []
  for (const [index, one] of written.slice(0, maxResources).entries()) {
    const identity = identityOf(one, index, { record, accountOf })
    if ('pointer' in identity) {
      found.push(identity)
      continue
    }
    const { isCut, ...resource } = resourceOf(one, record, identity)
    const { account } = identity
    if (written.length > 1) {
      const key = JSON.stringify([resource.uid, resource.region, account.uid])
      if (known.has(key)) continue
      known.add(key)
    }
    found.push({ written: one, resource, account, ...(isCut && { notice: cutTags(index) }) })
  }
  if (written.length > maxResources) found.push(tooMany)
  return found
}

/** Returns the reason why none of the resources can be recorded. Reads only their identities. */
export function resourceProblem(record: Members, accountOf: AccountOf): RecordProblem | undefined {
  let first: RecordProblem | undefined
  for (const [index, one] of writtenResources(record).slice(0, maxResources).entries()) {
    const identity = identityOf(one, index, { record, accountOf })
    if (!('pointer' in identity)) return undefined
    first ??= identity
  }
  return first
}

const tooMany: RecordProblem = {
  pointer: `/resources/${maxResources}`,
  code: 'too_many_resources',
  detail: `A record may have at most ${maxResources} resources. Write one record per resource.`,
}

function identityOf(
  resource: unknown,
  index: number,
  { record, accountOf }: { readonly record: Members; readonly accountOf: AccountOf },
): Identity | RecordProblem {
  const text = isOurs(record) ? exactAt : textAt
  const uid = text(resource, 'uid') ?? text(resource, 'name')
  const pointer = `/resources/${index}/uid`
  if (uid === undefined) {
    const detail = 'The resource must have a uid or a name.'
    return { pointer, code: 'required', detail }
  }
  if (uid.length > maxUid) {
    const detail = `The uid is longer than ${maxUid} characters.`
    return { pointer, code: 'too_long', detail }
  }
  const account = accountOf(resource)
  if (account) return { uid, account }
  return {
    pointer: `/resources/${index}/owner/account/uid`,
    code: 'required',
    detail:
      'The record has resources of several accounts, and this resource has no account. Set cloud.account.uid, or owner.account.uid of each resource.',
  }
}

function resourceOf(resource: unknown, record: Members, { uid, account }: Identity) {
  const text = isOurs(record) ? exactAt : textAt
  const arn = partsOfArn(uid)
  const service =
    (isOurs(record) ? textAt(record, 'finding_info', 'analytic', 'category') : undefined) ??
    textAt(resource, 'group', 'name') ??
    (arn.service || undefined) ??
    textAt(record, 'api', 'service', 'name') ??
    account.provider
  // This product omits a region only if the account has none.
  const none = isOurs(record) && withoutRegions.has(account.provider) ? '' : 'global'
  const region =
    textAt(resource, 'region') ?? textAt(record, 'cloud', 'region') ?? (arn.region || none)
  const details = text(resource, 'data', 'details')
  const metadata = at(resource, 'data', 'metadata')
  const { tags, isCut } = tagsOf(resource, textAt(record, 'metadata', 'product', 'name'))
  return {
    isCut,
    uid,
    name: short(text(resource, 'name') ?? uid, maxName),
    region: word(region) || none,
    service: word(service) || 'other',
    type: short(text(resource, 'type') ?? 'Other', maxWord),
    partition: short(textAt(resource, 'cloud_partition') ?? arn.partition, maxWord),
    tags: tags ?? {},
    ...(tags === undefined && { keepsTags: true as const }),
    ...(details !== undefined && { details }),
    ...(isMembers(metadata) && hasMetadata(record) && { metadata }),
  }
}
