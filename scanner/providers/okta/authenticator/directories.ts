import { manual, type Verdict } from '../../../kit/index.ts'
import type { PasswordPolicy, PasswordRules } from './resources.ts'

/** Directories that store passwords themselves, and apply their own password policies. */
const directories: Readonly<Record<string, string>> = {
  ACTIVE_DIRECTORY: 'Active Directory',
  LDAP: 'LDAP',
}

/** For passwords of a directory, a manual verdict that refers to it; else the verdict of `judge`. */
export function unlessDirectory(
  { name }: PasswordPolicy,
  { source }: PasswordRules,
  judge: () => Verdict,
): Verdict {
  const directory = Object.hasOwn(directories, source) ? directories[source] : undefined
  return directory === undefined
    ? judge()
    : manual(
        `The policy “${name}” applies to passwords that are stored in ${directory}. Review the password policy of ${directory}.`,
      )
}
