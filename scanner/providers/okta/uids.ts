/** Uids of resources of an organization: `<domain>/<kind>/<id>`, and `<domain>/organization` for itself. */
import { domainOf } from './domain.ts'

export const kinds = ['api-token', 'app', 'brand', 'idp', 'policy'] as const
export type UidKind = (typeof kinds)[number]

export const organizationUid = (domain: string): string => `${domain}/organization`
export const uidOf = (domain: string, kind: UidKind, id: string): string =>
  `${domain}/${kind}/${id}`

/** Ids become parts of paths. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)

/** Returns null for a uid that is not in the scanner's format. */
export function readUid(uid: string): { readonly domain: string; readonly kind: string } | null {
  const [domain = '', kind = '', id, ...more] = uid.split('/')
  if (more.length > 0 || !isDomain(domain)) return null
  if (kind === 'organization') return id === undefined ? { domain, kind } : null
  return kinds.some((one) => one === kind) && isId(id) ? { domain, kind } : null
}

function isDomain(text: string): boolean {
  try {
    return domainOf(text) === text
  } catch {
    return false
  }
}
