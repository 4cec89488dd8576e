/** Validates accounts in files against the table of kinds. */
import { kinds } from './kinds.ts'
import { type ProviderType, providerTypes } from './names.ts'

/** An account as it is stored; undefined for a kind that does not exist or an id that names none. */
export function knownUid(
  provider: string,
  written: string,
): { provider: ProviderType; uid: string } | undefined {
  const kind = providerTypes.find((one) => one === provider)
  if (!kind) return undefined
  const { uid: pattern, uidAnyCase } = kinds[kind]
  const uid = uidAnyCase || kind === 'azure' ? written.trim().toLowerCase() : written
  return uid.length >= 3 && uid.length <= 250 && pattern.test(uid)
    ? { provider: kind, uid }
    : undefined
}
