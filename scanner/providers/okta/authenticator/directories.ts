import { manual, type Verdict } from '../../../kit/index.ts'
import type { PasswordPolicy, PasswordRules } from './resources.ts'

/** Directories that hold passwords themselves, and judge new ones by policies of their own. */
const directories: Readonly<Record<string, string>> = {
  ACTIVE_DIRECTORY: 'Active Directory',
  LDAP: 'LDAP',
}

/** For a policy of passwords that a directory holds, that people have to look there; else what `judge` says. */
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
