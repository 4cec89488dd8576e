import { Problem, unavailable } from '@plumbline/jsonapi'
import type { ResolveTxt } from '../../../platform/egress/index.ts'
import type { SamlConfiguration } from './resource.ts'

/** DNS error codes for a missing record. */
const absent: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** Why DNS does not prove that the tenant owns its domain; undefined when it does. */
export async function problemOf(
  resolveTxt: ResolveTxt,
  { domain_record_name: name, domain_record_value: value }: SamlConfiguration,
): Promise<Problem | undefined> {
  try {
    const records = await resolveTxt(name)
    if (records.some((parts) => parts.join('').trim() === value)) return undefined
  } catch (error) {
    if (!absent.has((error as NodeJS.ErrnoException).code))
      return unavailable('DNS did not answer. Try again later.', 'dns_unavailable', 30)
  }
  return new Problem(
    409,
    'domain_not_verified',
    `DNS has no TXT record "${name}" with the value "${value}". Publish it, wait until it is visible in DNS, and try again.`,
  )
}
