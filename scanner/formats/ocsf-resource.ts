import type { FindingRecord } from '../engine/index.ts'
import { type FindingAccount, withoutRegions } from './ocsf-account.ts'
import { tagsOf } from './ocsf-tags.ts'
import { at, isMembers, type Members, textAt } from './ocsf-values.ts'

const maxUid = 8_192
const maxName = 1_024
/** Of a service, a region, a type: names that rows are grouped by. */
const maxWord = 128

const short = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most) : text

const plainWord = /^[a-z0-9._](?:[a-z0-9._-]*[a-z0-9._])?$/

/** A name that units are made of: small letters, and no separator of theirs. */
const word = (text: string): string => {
  if (plainWord.test(text)) return short(text, maxWord)
  return short(
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replaceAll(/^-+|-+$/g, ''),
    maxWord,
  )
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

/** The resource a finding is about: the first. Undefined when it has neither uid nor name. */
export function resourceOf(
  record: Members,
  account: FindingAccount,
): FindingRecord['resource'] | undefined {
  const resource = at(record, 'resources') ?? at(record, 'resource')
  const uid = textAt(resource, 'uid') ?? textAt(resource, 'name')
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
  const details = textAt(resource, 'data', 'details')
  const metadata = at(resource, 'data', 'metadata')
  return {
    uid,
    name: short(textAt(resource, 'name') ?? uid, maxName),
    region: word(region) || none,
    service: word(service) || 'other',
    type: short(textAt(resource, 'type') ?? 'Other', maxWord),
    partition: short(textAt(resource, 'cloud_partition') ?? arn.partition, maxWord),
    tags: tagsOf(resource, textAt(record, 'metadata', 'product', 'name')),
    ...(details !== undefined && { details }),
    ...(isMembers(metadata) && { metadata }),
  }
}
