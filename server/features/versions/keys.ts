/** The keys of findings and resources: hashes of what their scanners name them by. */
import { hashId, pairId } from '../../platform/ids.ts'
import { clean } from '../../platform/text.ts'

/** The keys of a finding, the same for all its versions. */
export interface NamedFinding {
  readonly provider_id: string
  readonly finding_key: string
  readonly uid: string
}

export type FindingKey = Pick<NamedFinding, 'provider_id' | 'finding_key'>

/** A key as text, from which `keyFromText` makes it again. */
export const keyText = ({ provider_id, finding_key }: FindingKey): string =>
  `${provider_id}/${finding_key}`

export function keyFromText(text: string): FindingKey {
  const [provider_id = '', finding_key = ''] = text.split('/')
  return { provider_id, finding_key }
}

/** The id of the triage of a finding, the same for all its versions. */
export const triageId = ({ provider_id, finding_key }: FindingKey): string =>
  pairId(provider_id, finding_key)

const ofResource = '#resource='
/** Characters of a finding's key that findings share whose uids differ in their resource only. */
const sharedLength = 19

/**
 * The key of a finding: a hash of its uid. Keys of uids that `uidOnResource` returns begin as the key of the uid that
 * they were made of, so that a file's findings of one uid are sorted and recorded together.
 */
export function findingKeyOf(uid: string): string {
  const whole = clean(uid)
  const key = hashId([whole])
  const at = whole.indexOf(ofResource)
  return at < 0
    ? key
    : hashId([whole.slice(0, at)]).slice(0, sharedLength) + key.slice(sharedLength)
}

/** The uid of a finding where another resource has the finding of its producer's uid. */
export const uidOnResource = (uid: string, resource_key: string): string =>
  uid + ofResource + resource_key

export const isOnResource = (uid: string): boolean => uid.includes(ofResource)

/** The lowest key of findings that share this one's beginning. */
export const lowestKeyBeside = (finding_key: string): string =>
  `${finding_key.slice(0, sharedLength)}0000-000000000000`

export const resourceKeyOf = (uid: string, region: string): string =>
  hashId([clean(uid), clean(region)])
