import type { Attributes } from '../api/types.ts'

/** `CIS`, `2.0` → "CIS 2.0"; hyphens in a name of several words become spaces. */
export const frameworkName = ({
  framework,
  version,
}: Pick<Attributes['compliance-overviews'], 'framework' | 'version'>): string => {
  const name = framework.split('-').length > 2 ? framework.replaceAll('-', ' ') : framework
  return version && !name.endsWith(version) ? `${name} ${version}` : name
}
