import type { Scope } from './port.ts'

/** The role that serves requests: it owns nothing and row-level security applies to it. */
export const appRole = 'plumbline_app'

/** The statement that makes a transaction one tenant's, as text and values, until it ends. */
export const enter = ({ tenantId }: Scope): [string, readonly unknown[]] => [
  `select set_config('role', '${appRole}', true), set_config('app.tenant_id', $1, true)`,
  [tenantId ?? ''],
]
