import {
  type Collected,
  type Collecting,
  each,
  isUnread,
  type Maybe,
  once,
  read,
  unread,
  unreadFrom,
  withhold,
} from '../../../kit/index.ts'
import {
  type CallName,
  calls,
  type Details,
  type GitHub,
  type ListedRepository,
} from '../client.ts'
import { repositoryUid } from '../uids.ts'
import {
  adminsBoundBy,
  approvalsOf,
  guardOf,
  type Protection,
  type Question,
  questions,
  readClassic,
  Rulesets,
  staleReviewsOf,
} from './protection.ts'
import type { Repositories, Repository } from './resources.ts'

const wholeCall = 'GET /repos/{owner}/{repo}' satisfies CallName
const alertsCall = 'GET /repos/{owner}/{repo}/dependabot/alerts' satisfies CallName
const immutableCall = 'GET /repos/{owner}/{repo}/immutable-releases' satisfies CallName

/** Returns a value, or withholds the field if it is unread. */
const known = <T>(value: Maybe<T>): T => (isUnread(value) ? withhold(value) : value)

export const collect = ({ client }: Collecting<GitHub>): Collected<Repositories> => {
  const rulesets = new Rulesets(client)
  return {
    repositories: each<ListedRepository, Repository>(client.repositories(), (listed) => {
      const { id, full_name, visibility, archived, fork, default_branch } = listed
      const details = once(() => client.details(listed))
      const whole = once(() => client.object(wholeCall, `/repos/${full_name}`))
      const classic = once(() => readClassic(client, listed))
      const protection = once(async (): Promise<Protection> => {
        const [own, rules] = await Promise.all([classic(), rulesets.read(listed)])
        return { classic: own, rules }
      })
      // No user can push to an archived repository, so its protection is not read.
      const guarded = <T>(judge: (all: Protection) => T | null) =>
        read(async () => (archived ? null : judge(await protection())))
      const asked = (question: Question) => guarded((all) => guardOf(all, question))
      return {
        uid: repositoryUid(id),
        name: full_name,
        region: '',
        visibility,
        archived,
        fork,
        default_branch,
        active_at: listed.pushed_at ?? listed.created_at,
        protection: asked(questions.protection),
        admins_bound: guarded(adminsBoundBy),
        approvals: guarded(approvalsOf),
        code_owner_review: asked(questions.code_owner_review),
        conversation_resolution: asked(questions.conversation_resolution),
        deletion_blocked: asked(questions.deletion_blocked),
        force_push_blocked: asked(questions.force_push_blocked),
        linear_history: asked(questions.linear_history),
        signed_commits: asked(questions.signed_commits),
        stale_reviews_dismissed: guarded(staleReviewsOf),
        status_checks: asked(questions.status_checks),
        codeowners: read(async () => filesNamed(await details(), /^CODEOWNERS$/)),
        security_policy: read(async () => policyIn(await details())),
        delete_branch_on_merge: read(async () => deletesBranches(await details(), whole)),
        dependabot_alerts: read(
          async () => !archived && (await hasAlerts(client, listed, await details())),
        ),
        immutable_releases: read(async () =>
          archived ? null : await immutability(client, listed, classic),
        ),
        secret_scanning: read(() => scansSecrets(listed, whole)),
      }
    }),
  }
}

/** Paths of files with a name in the three folders that GitHub searches; null without commits. */
function filesNamed(details: Details, name: RegExp): readonly string[] | null {
  if (known(details.isEmpty)) return null
  const folders = { '.github/': details.github, '': details.root, 'docs/': details.docs }
  const paths = Object.entries(folders).flatMap(([folder, entries]) =>
    isUnread(entries)
      ? []
      : entries
          .filter((entry) => entry.isFile && name.test(entry.name))
          .map((entry) => folder + entry.name),
  )
  if (paths.length === 0) for (const entries of Object.values(folders)) known(entries)
  return paths
}

/** Paths of the files; otherwise GitHub reports an inherited one, such as that of the account’s .github repository. */
function policyIn(details: Details): readonly string[] | null {
  const files = filesNamed(details, /^security\.md$/i)
  if (files === null || files.length > 0) return files
  const isThere = known(details.hasSecurityPolicy)
  if (isThere === null) return withhold(unread('not_visible', { action: calls['POST /graphql'] }))
  return isThere
    ? ['GitHub shows a security policy that is not a SECURITY.md of this repository']
    : []
}

type Whole = () => Promise<Readonly<Record<string, unknown>>>

const notShown = (call: CallName) => withhold(unread('not_shown', { action: calls[call] }))

/** An off setting is trusted only if the caller has write access: GitHub does not document its response to others. */
async function deletesBranches(details: Details, whole: Whole): Promise<boolean> {
  if (known(details.deletesMergedBranches)) return true
  if (details.mayWrite) return false
  const { delete_branch_on_merge: value } = await whole()
  return typeof value === 'boolean' ? value : notShown(wholeCall)
}

/** Only the list of alerts proves that alerts are off. */
async function hasAlerts(
  client: GitHub,
  { full_name }: ListedRepository,
  { hasAlerts: isOn }: Details,
) {
  if (isOn === true) return true
  try {
    const alerts = client.objects(alertsCall, `/repos/${full_name}/dependabot/alerts?per_page=1`)
    await alerts[Symbol.asyncIterator]().next()
    return true
  } catch (thrown) {
    const gap = unreadFrom(thrown)
    return gap.code === 'alerts_disabled' ? false : withhold(gap)
  }
}

/** A 404 proves that the setting is off only to callers who may read branch protection. */
async function immutability(
  client: GitHub,
  { full_name }: ListedRepository,
  classic: () => Promise<Protection['classic']>,
): Promise<string | null> {
  try {
    const path = `/repos/${full_name}/immutable-releases`
    const { enabled, enforced_by_owner: byOwner } = await client.object(immutableCall, path)
    if (typeof enabled !== 'boolean') throw client.broken(immutableCall, 'enabled')
    return enabled ? (byOwner === true ? 'owner' : 'repository') : null
  } catch (thrown) {
    const gap = unreadFrom(thrown)
    if (gap.code !== 'not_found') return withhold(gap)
    const protection = await classic()
    const isReader =
      protection === 'none' || (typeof protection === 'object' && !isUnread(protection))
    return isReader ? null : withhold(gap)
  }
}

async function scansSecrets({ security }: ListedRepository, whole: Whole): Promise<boolean> {
  const block = security ?? (await whole())['security_and_analysis']
  const feature = memberOf(block, 'secret_scanning')
  const status = memberOf(feature, 'status')
  if (status === 'enabled') return true
  return status === 'disabled' ? false : notShown(wholeCall)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
