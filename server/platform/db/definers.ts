/**
 * The functions that run with the rights of their owner, and the reason why each needs to read or write rows that its
 * caller cannot. The catalogue test fails for a function that is listed neither here nor in the index.ts of a feature.
 */
export type Definers = Readonly<Record<string, string>>

/** The functions that modules of `server/platform` call. */
export const platformDefiners: Definers = {
  // auth
  find_api_keys: 'a request has an API key without its tenant; the key is found by its prefix',
  find_signing_keys:
    'signing keys belong to the installation; the function returns only encrypted keys',
  add_first_signing_key: 'the first process creates the signing keys that all processes use',
  // tenancy
  tenants_of_user: 'sign-in and switching list the tenants of one user',
  find_caller: 'every request checks that the session of its user is still valid',
  ended_sessions: 'the sessions of open streams of many tenants are checked again',
  listener_rights:
    'one statement checks the rights of open streams of many tenants; it returns only hashes',
  // vault
  is_unknown_master_key:
    'at startup, the server checks that its master key encrypted the keys of the tenants',
  // mail
  queue_mail: 'emails are counted for each mailbox, across all tenants',
  claim_mail: 'a worker finds emails that are due',
  finish_mail: 'a worker records that an email was sent or must be retried',
  // tasks
  count_work:
    'metrics count waiting and running work of the whole installation; returns only counts',
  take_due_tasks: 'a worker finds tasks that are due; returns only IDs and kinds',
  release_leases: 'the embedded process releases the leases that it had before a crash',
  // audit
  find_audit_heads:
    'the heads of all audit chains are exported; returns only IDs, numbers and hashes',
  // db
  create_history_partitions:
    'the server creates partitions for the next months at startup, and it owns no table',
}
