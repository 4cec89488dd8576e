import type { Denial } from './account.ts'

/** `*` matches any run of characters and `?` one, as in IAM policies. */
export const globMatches = (glob: string, text: string): boolean => {
  const pattern = glob.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text)
}

/** True if the account denies `permission` on `resource` in `region`. */
export const isDenied = (
  denials: readonly Denial[],
  permission: string,
  resource: string,
  region: string,
): boolean =>
  denials.some(
    (denial) =>
      globMatches(denial.action.toLowerCase(), permission.toLowerCase()) &&
      globMatches(denial.resource ?? '*', resource) &&
      globMatches(denial.region ?? '*', region),
  )
