/**
 * A table and its owner's rules for it. Only the owner writes rows, which `npm run check` enforces; others read the table
 * or call what the owner exports. The catalog test fails for a table without an owner, so a new one cannot be forgotten.
 * A partition follows its parent.
 */
export interface Table {
  readonly name: string
  /**
   * - `tenant`: contains rows of tenants. `guard_tenant` is called on it and every key begins with tenant_id.
   * - `global`: belongs to no tenant; reached only through the functions that are listed as `definers`.
   * - `system`: the machinery's own.
   */
  readonly class: 'tenant' | 'global' | 'system'
  readonly data: DataClass
  /**
   * A provider has thousands of its rows, which are deleted with it by this column: one batch per transaction, since a
   * cascade would delete all at once.
   */
  readonly deletedBy?: 'provider_id' | 'scan_id'
}

/** Classes of data with rules of their own, as docs/security/keys-and-data.md names them. */
export const dataClasses = {
  secrets: 'secrets that give access',
  hashes: 'hashes to verify a secret',
  personal: 'personal data',
  weaknesses: "a tenant's weaknesses",
  settings: "a tenant's settings",
  installation: 'of the installation',
} as const
export type DataClass = keyof typeof dataClasses

const tables =
  (about: Pick<Table, 'class' | 'deletedBy'>) =>
  (data: DataClass, ...names: readonly string[]): readonly Table[] =>
    names.map((name) => ({ name, data, ...about }))

export const globalTables = tables({ class: 'global' })
export const tenantTables = tables({ class: 'tenant' })
export const providerTables = tables({ class: 'tenant', deletedBy: 'provider_id' })
export const scanTables = tables({ class: 'tenant', deletedBy: 'scan_id' })

/** Tables of `server/platform`, by its folders. Features name theirs in their index.ts. */
export const platformTables: Readonly<Record<string, readonly Table[]>> = {
  audit: tenantTables('personal', 'audit_events', 'audit_heads'),
  auth: globalTables('secrets', 'signing_keys'),
  db: tables({ class: 'system' })('installation', 'migrations'),
  http: tenantTables('secrets', 'idempotency_keys'),
  mail: globalTables('secrets', 'mails'),
  tasks: tenantTables('settings', 'tasks'),
  vault: tenantTables('secrets', 'tenant_keys'),
}
