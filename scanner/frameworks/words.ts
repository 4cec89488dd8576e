/**
 * Texts of frameworks for users. The text of a standard is never reproduced: a requirement is described by its citation
 * and its checks, so the text matches the evaluated checks.
 */
import { checksOf, type Framework, type Requirement } from './framework.ts'
import { citation, lawName } from './law.ts'

/** Returns the title of a known check; other checks are named by their ids. */
export type TitleOf = (checkId: string) => string | undefined

const products: Readonly<Record<string, string>> = {
  alibabacloud: 'Alibaba Cloud',
  aws: 'AWS',
  azure: 'Azure',
  cloudflare: 'Cloudflare',
  gcp: 'Google Cloud',
  github: 'GitHub',
  googleworkspace: 'Google Workspace',
  huaweicloud: 'Huawei Cloud',
  kubernetes: 'Kubernetes',
  m365: 'Microsoft 365',
  mongodbatlas: 'MongoDB Atlas',
  nhn: 'NHN Cloud',
  okta: 'Okta',
  oraclecloud: 'Oracle Cloud',
}
const productOf = (provider: string): string => products[provider] ?? provider

/**
 * True if the name already contains the version: `Revision 5` is in `…, revision 5`, and `RD2022` in `Real Decreto
 * 311/2022`.
 */
const says = (name: string, version: string): boolean =>
  name.toLowerCase().includes(version.toLowerCase().replace(/^[a-z]+(?=\d{4}$)/, ''))

/** `CIS 2.0 for AWS`. */
export function frameworkName({ framework, version, providers }: Framework): string {
  const name = lawName(framework) ?? framework.replaceAll('-', ' ')
  const numbered = says(name, version) ? name : `${name} ${version}`
  const [only, ...others] = providers
  return only === undefined || others.length > 0 ? numbered : `${numbered} for ${productOf(only)}`
}

const count = (many: number, one: string, more = `${one}s`): string =>
  `${many} ${many === 1 ? one : more}`

export function frameworkDescription(framework: Framework): string {
  const { requirements, providers } = framework
  const checked = requirements.filter(({ checks }) => checks.some(({ length }) => length > 0))
  const about = providers.map(productOf).join(', ')
  return (
    `${frameworkName(framework)}: ${count(requirements.length, 'requirement')} on ${about}, ${checked.length} of them with checks. ` +
    'A requirement needs manual review if it has no checks, or if none of them fails and some were not evaluated.'
  )
}

/** `iam_root_mfa_enabled` as `iam: root mfa enabled`, for checks without a title. */
const spelled = (checkId: string): string => {
  const [service = '', ...words] = checkId.split('_')
  return `${service}: ${words.join(' ')}`
}

const most = 3

/** The short name of a requirement: the heading of the law, or the subject of the first check. */
export function requirementWords(
  framework: Framework,
  requirement: Requirement,
  titleOf: TitleOf,
): { name: string; description: string } {
  const { place, heading } = citation(framework.framework, requirement.id)
  const ids = checksOf(framework, requirement)
  const titles = [...new Set(ids.map((id) => titleOf(id) ?? spelled(id)))]
  const written = ids.filter((id) => titleOf(id) !== undefined).length
  const [first, ...others] = titles
  if (first === undefined) {
    const words = heading ?? 'Manual review'
    return { name: words, description: `${place}: ${words}. No check can evaluate it.` }
  }
  const name = heading ?? (others.length === 0 ? first : `${first}, and ${others.length} more`)
  const shown = titles.slice(0, most).map((title) => title.replace(/\.$/, ''))
  const left = titles.length - shown.length
  const list = [...shown, ...(left > 0 ? [`${left} more`] : [])].join('; ')
  const opening = heading === undefined ? place : `${place}, ${heading}`
  const judged =
    written === ids.length ? count(written, 'check') : `${written} of ${count(ids.length, 'check')}`
  return { name, description: `${opening}: evaluated by ${judged}. ${list}.` }
}
