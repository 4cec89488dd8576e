/** Validates accounts in requests against the table of kinds. */
import {
  below,
  collect,
  failed,
  invalid,
  json,
  type Problem,
  raise,
  record,
} from '@plumbline/jsonapi'
import { kinds } from './kinds.ts'
import type { ProviderType, SecretType } from './names.ts'

/** The account's id as it is stored. Throws a Problem with the code `<type>-uid`. */
export function readUid(provider: ProviderType, written: string): string {
  const { uid: pattern, uidRule, uidAnyCase } = kinds[provider]
  const uid = uidAnyCase ? written.trim().toLowerCase() : written
  if (!pattern.test(uid)) throw invalid('/data/attributes/uid', uidRule, `${provider}-uid`)
  return uid
}

/** The secret as it is stored: checked against the shape of its kind; every fault points to its field. */
export function readSecret(
  provider: ProviderType,
  secretType: SecretType,
  secret: unknown,
): Readonly<Record<string, unknown>> {
  const { secrets } = kinds[provider]
  const shape = secrets[secretType]
  if (!shape) {
    const taken = Object.keys(secrets).join(' or ')
    const detail = `A provider of type ${provider} requires a secret of type ${taken}.`
    throw invalid('/data/attributes/secret_type', detail)
  }
  const problems: Problem[] = []
  const read = shape.read(secret, below(collect(problems), '/data/attributes/secret'))
  raise(problems)
  if (read === failed) throw new Error('A secret that is not taken has a problem.')
  return read
}

const anyRecord = record(json)

/** A secret of any kind, described by all shapes; its provider determines which one applies. */
export const secretField = {
  ...anyRecord,
  schema: {
    anyOf: Object.values(kinds).flatMap(({ secrets }) =>
      Object.values(secrets).map(({ schema }) => schema),
    ),
  },
}
