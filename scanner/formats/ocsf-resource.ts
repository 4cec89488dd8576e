import type { FindingRecord } from '../engine/index.ts'
import { type FindingAccount, withoutRegions } from './ocsf-account.ts'
import { tagsOf } from './ocsf-tags.ts'
import { at, exactAt, isMembers, type Members, textAt } from './ocsf-values.ts'
import type { RecordProblem } from './records.ts'

const maxUid = 8_192
const maxName = 1_024
/** Of one record: each becomes a finding with all that the record says. */
const maxResources = 100
/** Of a service, a region, a type: names that rows are grouped by. */
const maxWord = 128

const short = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most) : text

const plainWord = /^[a-z0-9._](?:[a-z0-9._-]*[a-z0-9._])?$/

/** A name that units are made of: small letters, and no separator of theirs. It is cut before it is looked at. */
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

/** The product that wrote this format first puts a kind of thing where others put the service. */
export const isOurs = (record: Members): boolean =>
  textAt(record, 'metadata', 'product', 'name') === 'Plumbline'

/** A resource that a record names: as its producer wrote it, and as it is read. */
export interface NamedResource {
  readonly written: unknown
  readonly resource: FindingRecord['resource']
}

/** We write the judged record where a resource has no metadata, as other products do, and say so. */
const hasMetadata = (record: Members): boolean =>
  !isOurs(record) || at(record, 'unmapped', 'has_resource_metadata') !== false

/** The resources that a record is about, each once, or what is wrong with one of them. At least one of either. */
export function resourcesOf(
  record: Members,
  account: FindingAccount,
): (NamedResource | RecordProblem)[] {
  const list = at(record, 'resources') ?? at(record, 'resource')
  const written: readonly unknown[] = Array.isArray(list) && list.length > 0 ? list : [list]
  const known = new Set<string>()
  const found: (NamedResource | RecordProblem)[] = []
  for (const [index, one] of written.slice(0, maxResources).entries()) {
    const resource = resourceOf(one, record, account)
    if (!resource) found.push(problemOf(one, index))
    else if (!known.has(keyOf(resource))) found.push({ written: one, resource })
    if (resource) known.add(keyOf(resource))
  }
  if (written.length > maxResources) found.push(tooMany)
  return found
}

const keyOf = ({ uid, region }: FindingRecord['resource']): string => JSON.stringify([uid, region])

function problemOf(resource: unknown, index: number): RecordProblem {
  const pointer = `/resources/${index}/uid`
  return uidOf(resource) === undefined
    ? { pointer, code: 'required', detail: 'The resource has neither a uid nor a name.' }
    : { pointer, code: 'too_long', detail: `The uid is longer than ${maxUid} characters.` }
}

const tooMany: RecordProblem = {
  pointer: `/resources/${maxResources}`,
  code: 'too_many_resources',
  detail: `A record is read with at most ${maxResources} resources. Write one record for each resource.`,
}

const uidOf = (resource: unknown, text = textAt): string | undefined =>
  text(resource, 'uid') ?? text(resource, 'name')

function resourceOf(
  resource: unknown,
  record: Members,
  account: FindingAccount,
): FindingRecord['resource'] | undefined {
  const text = isOurs(record) ? exactAt : textAt
  const uid = uidOf(resource, text)
  if (uid === undefined || uid.length > maxUid) return undefined
  const arn = partsOfArn(uid)
  const service =
    (isOurs(record) ? textAt(record, 'finding_info', 'analytic', 'category') : undefined) ??
    textAt(resource, 'group', 'name') ??
    (arn.service || undefined) ??
    textAt(record, 'api', 'service', 'name') ??
    account.provider
  // We leave a region out only where the account has none.
  const none = isOurs(record) && withoutRegions.has(account.provider) ? '' : 'global'
  const region =
    textAt(resource, 'region') ?? textAt(record, 'cloud', 'region') ?? (arn.region || none)
  const details = text(resource, 'data', 'details')
  const metadata = at(resource, 'data', 'metadata')
  return {
    uid,
    name: short(text(resource, 'name') ?? uid, maxName),
    region: word(region) || none,
    service: word(service) || 'other',
    type: short(text(resource, 'type') ?? 'Other', maxWord),
    partition: short(textAt(resource, 'cloud_partition') ?? arn.partition, maxWord),
    tags: tagsOf(resource, textAt(record, 'metadata', 'product', 'name')),
    ...(details !== undefined && { details }),
    ...(isMembers(metadata) && hasMetadata(record) && { metadata }),
  }
}
