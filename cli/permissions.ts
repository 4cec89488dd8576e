/** Policies that let a scan read, as `plumbline scan --policy` and `plumbline judge --policy` print them. */
import { permissionPolicy, policyLimits, policySize } from '@plumbline/scanner'
import { note } from './findings-output.ts'
import { say } from './terminal.ts'

export function printPolicy(actions: readonly string[]): void {
  const policy = permissionPolicy(actions)
  say(JSON.stringify(policy, null, 2))
  const size = policySize(policy)
  const { managed, inline } = policyLimits
  const place =
    size <= managed
      ? 'fits into a managed policy'
      : size <= inline
        ? `too long for a managed policy (limit ${managed}); use an inline policy of a role (limit ${inline}), or split it for a user`
        : `too long for an inline policy (limit ${inline}); split it`
  note(`${actions.length} permissions, ${size} characters: ${place}.`)
}
