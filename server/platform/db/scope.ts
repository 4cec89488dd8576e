import type { Scope, Turn } from './port.ts'

/** The role that serves requests: it owns nothing and row-level security applies to it. */
export const appRole = 'plumbline_app'

/** The statement that begins a transaction. Each statement of it sees what was committed before that statement. */
export const beginOf = (readOnly: Turn['readOnly']): string =>
  `begin isolation level read committed${readOnly ? ' read only' : ''}`

/** The statement that makes a transaction one tenant's, as text and values, until it ends; with settings of our own. */
export const enter = (
  { tenantId }: Scope,
  settings: Readonly<Record<string, string | number>> = {},
): [string, readonly unknown[]] => {
  const own = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  )
  const names = [`set_config('role', '${appRole}', true)`, `set_config('app.tenant_id', $1, true)`]
  return [`select ${[...names, ...own].join(', ')}`, [tenantId ?? '']]
}
